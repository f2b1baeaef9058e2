import { items } from '../catalogue/items.ts'
import { suppliers } from '../purchasing/suppliers.ts'
import { buyers } from '../sales/buyers.ts'
import { customers } from '../sales/customers.ts'
import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { fromText, ID, jsonFromText, Moment } from '../shared/fields.ts'
import { workbookType } from '../shared/workbooks.ts'
import { z } from '../shared/zod.ts'
import { inventory } from '../stock/inventory.ts'
import { pieces } from '../stock/pieces.ts'
import { ReasonCode } from './fixes.ts'
import { exportFormats, type ImportKind as Kind, importKinds } from './import-columns.ts'

/** Maximum number of rows of an import file, and its maximum size in bytes. */
export const importRowsAtMost = 100_000
export const importBytes = 40 * 2 ** 20
/** Maximum number of wrong rows that a check lists, and of corrections in a request. */
export const wrongRowsListed = 10_000
/** The characters between the cells of a CSV file. */
export const separatorNames = ['comma', 'semicolon', 'tab', 'pipe'] as const
export type Separator = (typeof separatorNames)[number]
/**
 * The encodings in which a file can be read whose bytes prove none, with the labels of the Encoding Standard. The first is
 * taken where nothing speaks for another one.
 */
export const legacyEncodings = {
  'Windows-1252': 'windows-1252',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  GB18030: 'gb18030',
  Big5: 'big5',
  'EUC-KR': 'euc-kr',
  'Mac Roman': 'macintosh',
  'Windows-1250': 'windows-1250',
  'Windows-1251': 'windows-1251',
  'Windows-1254': 'windows-1254',
  'Windows-1258': 'windows-1258',
  'Windows-874': 'windows-874',
} as const
export type LegacyEncoding = keyof typeof legacyEncodings
export const legacyEncodingNames = Object.keys(legacyEncodings) as LegacyEncoding[]
/** Maximum number of pictures in one request for matches. */
export const picturesMatchedAtOnce = 5000

export const ImportKind = z.enum(importKinds)

/** A correction of one row in the form: new cells by column, or the choice to skip the row. */
export const Correction = z.object({
  row: z.int().min(2).max(2_147_483_647),
  cells: z.record(z.string().max(60), z.string().max(5000)).optional(),
  out: z.boolean().optional(),
})
export type Correction = z.input<typeof Correction>

const ImportForm = z.object({
  kind: ImportKind,
  corrections: jsonFromText(z.array(Correction).max(wrongRowsListed).optional()),
  /** Whether to create the missing records that the file names, such as categories. */
  createMissing: fromText(z.boolean().optional()),
  /** Whether the public site shows the imported items that do not say it themselves. Omitted means no. */
  publish: fromText(z.boolean().optional()),
})

/** A problem of a row. `column` is the column's key; null means a problem of the whole row. */
const Problem = z.object({ column: z.string().nullable(), message: z.string(), reason: ReasonCode })
export type ImportProblem = z.infer<typeof Problem>

export const WrongRow = z
  .object({
    /** The row number in the spreadsheet, where row 1 holds the column names. */
    row: z.int(),
    /** The row's cells including corrections, by column key. */
    cells: z.record(z.string(), z.string()),
    problems: z.array(Problem),
  })
  .meta({ id: 'WrongRow' })
export type WrongRow = z.infer<typeof WrongRow>

export const ImportCheck = z
  .object({
    /** The number of rows to import, including rows with problems. Empty and skipped rows do not count. */
    rows: z.int(),
    /** The number of rows with problems. `wrongRows` lists at most 10,000 of them. */
    wrong: z.int(),
    wrongRows: z.array(WrongRow),
    /** The detected encoding and cell separator of a CSV file; null for a workbook. */
    encoding: z.string().nullable(),
    separator: z.enum(separatorNames).nullable(),
    /** The name of the sheet of a workbook; null for a CSV file. */
    sheet: z.string().nullable(),
    /** The unknown columns, which the import ignores. */
    ignored: z.array(z.string()),
    /** The names of missing records that `createMissing` would create, by column. */
    missing: z.array(z.object({ column: z.string(), names: z.array(z.string()) })),
  })
  .meta({ id: 'ImportCheck' })
export type ImportCheck = z.infer<typeof ImportCheck>

export const Import = z
  .object({
    importID: ID,
    kind: ImportKind,
    fileName: z.string(),
    /** The number of records that it created. */
    rows: z.int(),
    /** The number of records that it changed. */
    changed: z.int(),
    createdByID: ID.nullable(),
    createdByName: z.string().nullable(),
    createdAt: Moment,
    undoneAt: Moment.nullable(),
    undoneByName: z.string().nullable(),
  })
  .meta({ id: 'Import' })
export type ImportRow = z.input<typeof Import>

/** A record with the reason why an undo leaves it, or is refused: 'RING-001', 'has been sold'. */
const KeptRecord = z.object({ name: z.string(), why: z.string() })
export type KeptRecord = z.infer<typeof KeptRecord>
/** Maximum number of such records that an import lists. */
export const keptRecordsListed = 1000

export const ImportDetail = Import.extend({
  /** The records and names that its undo left, such as Inactive items: at most 1,000. */
  kept: z.array(KeptRecord),
}).meta({ id: 'ImportDetail' })
export type ImportDetailRow = z.input<typeof ImportDetail>

/**
 * One picture of an uploaded archive. `item` is the item whose code is in the picture's file name; null when none
 * matches.
 */
const PictureMatch = z.object({
  name: z.string(),
  item: z.object({ itemID: ID, itemCode: z.string(), itemName: z.string(), pictures: z.int() }).nullable(),
  /** The position among the pictures of the same item; the lowest comes first. */
  place: z.int(),
})
export type PictureMatch = z.infer<typeof PictureMatch>

export const imports = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/imports',
    summary: 'Lists imports',
    access: 'imports.write',
    about: ['import'],
    query: listQuery(['importID', 'fileName', 'rows', 'createdAt'], { kind: ImportKind.optional() }),
    returns: pageOf(Import),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/imports/:id',
    summary: 'Returns an import, and what its undo left',
    access: 'imports.write',
    about: ['import'],
    returns: answer(ImportDetail),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/v1/imports/check',
    summary: 'For programs: checks a whole file with the names of our columns in one call; changes nothing',
    access: 'imports.write',
    body: ImportForm,
    files: { file: 1 },
    fileBytes: importBytes,
    returns: answer(ImportCheck),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/imports',
    summary: 'For programs: imports a whole file with the names of our columns as new records, all its rows or none',
    access: 'imports.write',
    body: ImportForm,
    files: { file: 1 },
    fileBytes: importBytes,
    returns: answer(ImportDetail),
    status: 201,
  }),
  progress: endpoint({
    method: 'GET',
    path: '/api/v1/imports/progress',
    summary: 'Returns the progress of the caller’s running import or check, or null',
    access: 'imports.write',
    about: [],
    returns: answer(
      z.object({ doing: z.enum(['checking', 'importing', 'undoing']), rows: z.int(), of: z.int() }).nullable(),
    ),
  }),
  stop: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/progress/stop',
    summary: 'Stops the caller’s running check, import or undo; it changes nothing then',
    access: 'imports.write',
    returns: answer(z.object({ stopping: z.boolean() })),
  }),
  undo: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/:id/undo',
    summary: 'Undoes an import; refused when one of its records was changed or used',
    access: 'imports.write',
    returns: answer(ImportDetail),
  }),
  findBlockers: endpoint({
    method: 'POST',
    path: '/api/v1/imports/:id/undo-blockers',
    summary: 'Lists the records that stand in the way of undoing an import; changes nothing',
    access: 'imports.write',
    body: z.object({}),
    /** At most 1,000 of them; `total` counts all. */
    returns: answer(z.object({ total: z.int(), records: z.array(KeptRecord) })),
  }),
  matchPictures: endpoint({
    method: 'POST',
    path: '/api/v1/imports/picture-names',
    summary: 'Matches pictures with items by their file names; changes nothing',
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
    summary: `Counts the ${what} that match the filters, or exports them as a file for an import`,
    access: 'imports.write',
    about: [],
    query: z.strictObject({ ...filters, format: z.enum(['json', ...exportFormats]).default('json') }),
    returns: answer(z.object({ rows: z.int() })),
    stream: ['text/csv', workbookType],
  })

/** Returns the filters of a list: its query without paging and sorting. */
const filtersOf = <Shape extends { page: z.ZodType; pageSize: z.ZodType; sort: z.ZodType }>(list: {
  query: z.ZodObject<Shape>
}) => {
  const { page: _, pageSize: _size, sort: _sort, ...filters } = list.query.shape
  return filters
}

export const exports = {
  items: exportOf('/api/v1/exports/items', 'items', filtersOf(items.list)),
  customers: exportOf('/api/v1/exports/customers', 'customers', filtersOf(customers.list)),
  buyers: exportOf('/api/v1/exports/buyers', 'buyers', filtersOf(buyers.list)),
  suppliers: exportOf('/api/v1/exports/suppliers', 'suppliers', filtersOf(suppliers.list)),
  stock: exportOf('/api/v1/exports/stock', 'rows of stock', filtersOf(inventory.list)),
  pieces: exportOf('/api/v1/exports/pieces', 'pieces', filtersOf(pieces.list)),
} satisfies Record<Kind, unknown>
