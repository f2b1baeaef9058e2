import { items } from '../catalogue/items.ts'
import { suppliers } from '../purchasing/suppliers.ts'
import { customers } from '../sales/customers.ts'
import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { fromText, ID, jsonFromText, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { inventory } from '../stock/inventory.ts'
import { type ImportKind, importKinds } from './import-columns.ts'

/** As many rows as one file has at most, and its size in bytes. */
export const importRowsAtMost = 100_000
export const importBytes = 40 * 2 ** 20
/** As many wrong rows as one check lists, and as many rows as can be corrected on the spot. */
export const wrongRowsListed = 10_000
/** As many pictures as are matched with items at once. */
export const picturesMatchedAtOnce = 5000

const ImportKind = z.enum(importKinds)

/** What was corrected of a row on the spot: cells by their columns, or that it is to be left out. */
const Correction = z.object({
  row: z.int().min(2).max(2_147_483_647),
  cells: z.record(z.string().max(60), z.string().max(5000)).optional(),
  out: z.boolean().optional(),
})
export type Correction = z.input<typeof Correction>

const ImportForm = z.object({
  kind: ImportKind,
  corrections: jsonFromText(z.array(Correction).max(wrongRowsListed).optional()),
  /** Makes the categories and the like that the file names and the shop does not have. */
  createMissing: fromText(z.boolean().optional()),
})

/** What is wrong in a row: in one of its columns (its key), or in the row as such (null). */
const Problem = z.object({ column: z.string().nullable(), message: z.string() })
export type ImportProblem = z.infer<typeof Problem>

const WrongRow = z
  .object({
    /** As the spreadsheet counts: the first row holds the names of the columns. */
    row: z.int(),
    /** What stands in the row, corrections included, by the columns' keys. */
    cells: z.record(z.string(), z.string()),
    problems: z.array(Problem),
  })
  .meta({ id: 'WrongRow' })
export type WrongRow = z.infer<typeof WrongRow>

export const ImportCheck = z
  .object({
    /** As many rows as would be imported, were none wrong: empty ones and those left out do not count. */
    rows: z.int(),
    /** As many as are wrong; `wrongRows` has at most 10,000 of them. */
    wrong: z.int(),
    wrongRows: z.array(WrongRow),
    /** How the file was read: its encoding, and what separates its cells. */
    encoding: z.string(),
    separator: z.enum(['comma', 'semicolon', 'tab']),
    /** Columns that nobody knows; nothing is taken from them. */
    ignored: z.array(z.string()),
    /** Names that the shop does not have and that `createMissing` would make, by column. */
    missing: z.array(z.object({ column: z.string(), names: z.array(z.string()) })),
  })
  .meta({ id: 'ImportCheck' })
export type ImportCheck = z.infer<typeof ImportCheck>

export const Import = z
  .object({
    importID: ID,
    kind: ImportKind,
    fileName: z.string(),
    rows: z.int(),
    createdByID: ID.nullable(),
    createdByName: z.string().nullable(),
    createdAt: Moment,
    undoneAt: Moment.nullable(),
    undoneByName: z.string().nullable(),
  })
  .meta({ id: 'Import' })
export type ImportRow = z.input<typeof Import>

/** Where a picture of an archive goes: to the item that its name says, or nowhere. */
const PictureMatch = z.object({
  name: z.string(),
  item: z.object({ itemID: ID, itemCode: z.string(), itemName: z.string(), pictures: z.int() }).nullable(),
  /** Of several pictures of one item: the lowest comes first. */
  place: z.int(),
})
export type PictureMatch = z.infer<typeof PictureMatch>

export const imports = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/imports',
    summary: 'What was imported from files',
    access: 'imports.write',
    query: listQuery(['importID', 'fileName', 'rows', 'createdAt'], { kind: ImportKind.optional() }),
    returns: pageOf(Import),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id',
    summary: 'One import',
    access: 'imports.write',
    returns: answer(Import),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/v1/imports/check',
    summary: 'Tries a CSV file: every row that is wrong, and why. Changes nothing',
    access: 'imports.write',
    body: ImportForm,
    files: { file: 1 },
    fileBytes: importBytes,
    returns: answer(ImportCheck),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/imports',
    summary: 'Imports a CSV file: all of it, or nothing where a row is wrong',
    access: 'imports.write',
    body: ImportForm,
    files: { file: 1 },
    fileBytes: importBytes,
    returns: answer(Import),
    status: 201,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/v1/imports/progress',
    summary: 'How far the caller’s own running import or check is; null while there is none',
    access: 'imports.write',
    returns: answer(
      z.object({ doing: z.enum(['checking', 'importing', 'undoing']), rows: z.int(), of: z.int() }).nullable(),
    ),
  }),
  undo: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/:id/undo',
    summary: 'Takes an import back, all of it; refused once anything of it has been changed or used',
    access: 'imports.write',
    returns: answer(Import),
  }),
  matchPictures: endpoint({
    method: 'POST',
    path: '/api/v1/imports/picture-names',
    summary: 'Which items these pictures belong to, by their file names. Changes nothing',
    access: 'imports.write',
    body: z.object({ names: z.array(z.string().min(1).max(300)).min(1).max(picturesMatchedAtOnce) }),
    returns: answer(z.array(PictureMatch)),
  }),
}

const exportOf = <const Path extends `/api/v1/exports/${string}`, Shape extends z.ZodRawShape>(
  path: Path,
  what: string,
  filters: Shape,
) =>
  endpoint({
    method: 'GET',
    path,
    summary: `How many ${what} these filters leave, or all of them as a CSV file with the columns of an import`,
    access: 'imports.write',
    query: z.strictObject({ ...filters, format: z.enum(['json', 'csv']).default('json') }),
    returns: answer(z.object({ rows: z.int() })),
    stream: 'text/csv',
  })

/** What narrows a list: its query without its pages and its order. */
const filtersOf = <Shape extends { page: z.ZodType; pageSize: z.ZodType; sort: z.ZodType }>(list: {
  query: z.ZodObject<Shape>
}) => {
  const { page: _, pageSize: _size, sort: _sort, ...filters } = list.query.shape
  return filters
}

export const exports = {
  items: exportOf('/api/v1/exports/items', 'items', filtersOf(items.list)),
  customers: exportOf('/api/v1/exports/customers', 'customers', filtersOf(customers.list)),
  suppliers: exportOf('/api/v1/exports/suppliers', 'suppliers', filtersOf(suppliers.list)),
  stock: exportOf('/api/v1/exports/stock', 'rows of stock', filtersOf(inventory.list)),
} satisfies Record<ImportKind, unknown>
