import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment } from '../shared/fields.ts'
import { workbookType } from '../shared/workbooks.ts'
import { z } from '../shared/zod.ts'
import { ChangedRow } from './changes.ts'
import { Fix, ReasonCode } from './fixes.ts'
import { exportFormats } from './import-columns.ts'
import {
  Correction,
  ImportDetail,
  importBytes,
  ImportKind,
  legacyEncodingNames,
  separatorNames,
  WrongRow,
  wrongRowsListed,
} from './imports.ts'
import { Mapping } from './mapping.ts'

// A draft is a file that the server keeps until it is imported, given up, or a day old. Each step sends what changes,
// and never the file again.

/** The names that a cell has in wrong rows, such as new categories, with the number of their rows. */
const NamedCell = z.object({ cell: z.string(), rows: z.int() })
/** The maximum number of different cells that a check lists for one reason. */
export const cellsListed = 1000

/** The problems of one reason in one column. */
export const ReasonGroup = z
  .object({
    reason: ReasonCode,
    column: z.string().nullable(),
    rows: z.int(),
    /** A sentence such as 'Price has too many decimals in 4,000 rows'. */
    message: z.string(),
    /** The different cells, the most frequent first; at most 1,000. `cellCount` counts them all. */
    cells: z.array(NamedCell),
    cellCount: z.int(),
    /** The first rows, each with its own message. */
    samples: z.array(z.object({ row: z.int(), cell: z.string(), message: z.string() })),
    /** The fixes that apply here. A person who may not make the new names is not offered that. */
    fixes: z.array(z.string()),
  })
  .meta({ id: 'ImportReason' })
export type ReasonGroup = z.infer<typeof ReasonGroup>

export const DraftCheck = z
  .object({
    /** The number of records in the file, without empty rows, rows that are no record, and rows left out. */
    rows: z.int(),
    /** The number of rows with problems. The others are new, change a record, or say what the record says already. */
    wrong: z.int(),
    created: z.int(),
    changed: z.int(),
    same: z.int(),
    /** The number of rows that a person or a fix leaves out. */
    leftOut: z.int(),
    reasons: z.array(ReasonGroup),
    /**
     * The columns of new records that are not taken in rows of records that exist, such as opening stock. Absent in the
     * check of an earlier version.
     */
    notTaken: z.array(z.object({ column: z.string(), rows: z.int() })).optional(),
    /** The number of rows that each kept fix applies to, in the order of the draft's fixes. */
    fixedRows: z.array(z.int()),
  })
  .meta({ id: 'ImportDraftCheck' })
export type DraftCheck = z.infer<typeof DraftCheck>

/** A mapping that can be used for the file: built in, or saved under a name. */
const MappingChoice = z.object({
  /** The key of a built-in mapping; null for a saved one. */
  preset: z.string().nullable(),
  importMappingID: ID.nullable(),
  mappingName: z.string(),
  /** The headings that the mapping needs and this file lacks. It can be used only when there are none. */
  missing: z.array(z.string()),
})

export const ImportDraft = z
  .object({
    importDraftID: ID,
    kind: ImportKind,
    fileName: z.string(),
    encoding: z.string().nullable(),
    /** The encodings in which the file can be read instead; none where its bytes prove the encoding. */
    encodings: z.array(z.enum(legacyEncodingNames)),
    separator: z.enum(separatorNames).nullable(),
    sheet: z.string().nullable(),
    /** The number of rows that have a text, without the header. */
    rows: z.int(),
    /** The headings of the file's columns. */
    header: z.array(z.string()),
    /** A few cells of each column of the file, as examples. */
    examples: z.array(z.array(z.string())),
    mapping: Mapping,
    /** The name of the preset or saved mapping that the draft uses; null for a mapping of its own. */
    mappingName: z.string().nullable(),
    choices: z.array(MappingChoice),
    /** The required columns of ours that have no source. A draft without them cannot be checked. */
    unmapped: z.array(z.string()),
    /** The headings of the columns that are not taken. */
    ignored: z.array(z.string()),
    fixes: z.array(Fix),
    /** The number of rows with corrected cells, and of rows that a person left out. */
    correctedRows: z.int(),
    leftOutRows: z.int(),
    /** The first rows as they would come in, with their problems. */
    preview: z.array(WrongRow),
    /** The result of the last check; null when something changed since. */
    check: DraftCheck.nullable(),
    createdAt: Moment,
    updatedAt: Moment,
    /** The time when the server deletes the draft. */
    endsAt: Moment,
  })
  .meta({ id: 'ImportDraft' })
export type ImportDraftRow = z.input<typeof ImportDraft>

const draftAnswer = answer(ImportDraft)

/** The part of a draft's rows to return. They are no records, so the filters of lists do not apply. */
const part = {
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(10),
}
const meta = z.object({ skip: z.int(), limit: z.int(), total: z.int() })

export const importDrafts = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/imports/drafts',
    summary: 'For people: reads a file with any names of columns, and keeps it as a draft with a proposed mapping',
    access: 'imports.write',
    body: z.object({ kind: ImportKind }),
    files: { file: 1 },
    fileBytes: importBytes,
    returns: draftAnswer,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/imports/drafts',
    summary: 'Lists the caller’s drafts, the newest first',
    access: 'imports.write',
    about: [],
    returns: answer(
      z.array(
        z.object({
          importDraftID: ID,
          kind: ImportKind,
          fileName: z.string(),
          rows: z.int(),
          createdAt: Moment,
          endsAt: Moment,
        }),
      ),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/imports/drafts/:id',
    summary: 'Returns a draft with its first rows as they would come in',
    access: 'imports.write',
    about: [],
    returns: draftAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/imports/drafts/:id',
    summary: 'Gives up a draft and deletes its file',
    access: 'imports.write',
    returns: answer(z.null()),
  }),
  map: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/drafts/:id/mapping',
    summary: 'Sets the mapping of a draft: one of its own, a built-in or a saved one',
    access: 'imports.write',
    body: z
      .object({
        mapping: Mapping.optional(),
        preset: z.string().max(60).optional(),
        importMappingID: ID.optional(),
        ...LastRead,
      })
      .refine(
        ({ mapping, preset, importMappingID }) =>
          [mapping, preset, importMappingID].filter((one) => one !== undefined).length === 1,
        'Give a mapping, a preset or a saved mapping',
      ),
    returns: draftAnswer,
  }),
  setEncoding: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/drafts/:id/encoding',
    summary: 'Reads the file of a draft in another encoding, when its letters are wrong',
    access: 'imports.write',
    body: z.object({ encoding: z.enum(legacyEncodingNames), ...LastRead }),
    returns: draftAnswer,
  }),
  fix: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/drafts/:id/fixes',
    summary: 'Replaces the fixes of a draft',
    access: 'imports.write',
    body: z.object({ fixes: z.array(Fix).max(300), ...LastRead }),
    returns: draftAnswer,
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/drafts/:id/rows',
    summary: 'Corrects cells of rows, and leaves rows out or takes them in again',
    access: 'imports.write',
    body: z.object({ corrections: z.array(Correction).min(1).max(wrongRowsListed), ...LastRead }),
    returns: draftAnswer,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/v1/imports/drafts/:id/check',
    summary: 'Checks all rows of a draft and groups their problems by reason; imports nothing',
    access: 'imports.write',
    body: z.object({}),
    returns: draftAnswer,
  }),
  wrongRows: endpoint({
    method: 'GET',
    path: '/api/v1/imports/drafts/:id/wrong-rows',
    summary: 'Lists the wrong rows of the last check, or returns them with their reasons as a file of the same columns',
    access: 'imports.write',
    query: z.strictObject({
      ...part,
      reason: ReasonCode.optional(),
      column: z.string().max(60).optional(),
      format: z.enum(['json', ...exportFormats]).default('json'),
    }),
    about: [],
    returns: z.object({ success: z.literal(true), data: z.array(WrongRow), meta }),
    stream: ['text/csv', workbookType],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/v1/imports/drafts/:id/changes',
    summary: 'Lists the records that the import changes by the last check: each field before and after',
    access: 'imports.write',
    query: z.strictObject(part),
    about: [],
    returns: z.object({ success: z.literal(true), data: z.array(ChangedRow), meta }),
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/v1/imports/drafts/:id/import',
    summary: 'Imports a checked draft: all its rows or none, or only the right ones',
    access: 'imports.write',
    body: z.object({
      /** Whether to leave out the wrong rows. Otherwise one wrong row refuses the whole import. */
      leaveOutWrong: z.boolean().default(false),
      /** Whether to leave the records that exist as they are, and create only the new ones. */
      keepExisting: z.boolean().default(false),
      /** Whether the public site shows the imported items that do not say it themselves. */
      publish: z.boolean().default(false),
      ...LastRead,
    }),
    returns: answer(ImportDetail),
    status: 201,
  }),
}
