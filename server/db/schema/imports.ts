import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { FieldChange } from '../../../contract/imports/changes.ts'
import type { DraftCheck } from '../../../contract/imports/drafts.ts'
import type { Fix } from '../../../contract/imports/fixes.ts'
import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import { importPictureStates } from '../../../contract/imports/import-pictures.ts'
import type { ImportProblem, KeptRecord, Separator } from '../../../contract/imports/imports.ts'
import type { Mapping } from '../../../contract/imports/mapping.ts'
import { item } from './catalogue.ts'
import { moment, key } from './columns.ts'
import { user, stamps } from './people.ts'

/** An imported file. One transaction created all its records. */
export const importBatch = pgTable('import', {
  importID: key('import_id'),
  kind: text('kind').$type<ImportKind>().notNull(),
  fileName: text('file_name').notNull(),
  /** The number of created records. */
  rows: integer('rows').notNull(),
  /** The keys of the created records, which undoing the import needs. */
  recordIDs: integer('record_ids').array().notNull(),
  /** The keys of the records that the import changed. The audit trail holds their former values. */
  changedIDs: integer('changed_ids').array().notNull().default([]),
  /** The keys of the categories, locations and customer types that the import made, by the column that named them. */
  made: jsonb('made').$type<Record<string, number[]>>().notNull().default({}),
  /** The records and names that the undo of the import left, each with the reason: at most 1,000. */
  kept: jsonb('kept').$type<KeptRecord[]>().notNull().default([]),
  undoneAt: moment('undone_at'),
  undoneByID: integer('undone_by_id').references(() => user.userID),
  ...stamps,
})

/**
 * The progress of each user's running import. A second connection writes it, because the import's own transaction is
 * invisible until its commit. The table is unlogged (the `import_progress` migration): no import survives a crash.
 */
export const importProgress = pgTable('import_progress', {
  userID: integer('user_id')
    .primaryKey()
    .references(() => user.userID, { onDelete: 'cascade' }),
  doing: text('doing').$type<'checking' | 'importing' | 'undoing'>().notNull(),
  rows: integer('rows').notNull(),
  total: integer('total').notNull(),
  /** Whether the user wants to stop it. The import reads this with each report. */
  stopped: boolean('stopped').notNull().default(false),
  at: moment('at').notNull(),
})

/**
 * A file that somebody is about to import, for a day at most. Both tables of drafts are unlogged (the `import_drafts`
 * migration): customers' data then enters no log, no standby and no backup, and a crash loses nothing but a file that
 * its owner still has.
 */
export const importDraft = pgTable('import_draft', {
  importDraftID: key('import_draft_id'),
  kind: text('kind').$type<ImportKind>().notNull(),
  fileName: text('file_name').notNull(),
  /** The encoding and the separator of a CSV file, or the sheet of a workbook. */
  encoding: text('encoding'),
  separator: text('separator').$type<Separator>(),
  sheet: text('sheet'),
  header: jsonb('header').$type<string[]>().notNull(),
  /** The headings read as Windows-1252, as in `import_draft_row.raw`; null where the bytes prove the encoding. */
  rawHeader: jsonb('raw_header').$type<string[]>(),
  /** The number of rows that have a text. */
  rows: integer('rows').notNull(),
  mapping: jsonb('mapping').$type<Mapping>().notNull(),
  /** The name of the preset or saved mapping that the draft uses. */
  mappingName: text('mapping_name'),
  fixes: jsonb('fixes').$type<Fix[]>().notNull(),
  /** The result of the last check; null when something changed since. */
  check: jsonb('check_result').$type<DraftCheck>(),
  ...stamps,
})

/** The change of a record by a row. `version` is the time of the record's last change, in milliseconds. */
export type StoredChange = { recordID: number; recordName: string; version: number; fields: FieldChange[] }

/** A row of a draft's file. */
export const importDraftRow = pgTable(
  'import_draft_row',
  {
    importDraftID: integer('import_draft_id')
      .notNull()
      .references(() => importDraft.importDraftID, { onDelete: 'cascade' }),
    /** The row number in the spreadsheet, where row 1 holds the column names. */
    row: integer('row_number').notNull(),
    cells: jsonb('cells').$type<string[]>().notNull(),
    /**
     * The cells read as Windows-1252, which maps each byte to a character and back. Another encoding is read from them.
     * Null where the bytes of the file prove the encoding.
     */
    raw: jsonb('raw').$type<string[]>(),
    /** The cells that a person corrected, by the key of our column. */
    corrected: jsonb('corrected').$type<Record<string, string>>(),
    leftOut: boolean('left_out').notNull().default(false),
    /** The cells and problems of a row that the last check found wrong. */
    wrong: jsonb('wrong').$type<{ cells: Record<string, string>; problems: ImportProblem[] }>(),
    /** The change of a record that the last check found, with the version of the record that it read. */
    change: jsonb('change').$type<StoredChange>(),
  },
  (t) => [primaryKey({ columns: [t.importDraftID, t.row] })],
)

/** A mapping that the shop saved under a name, for files with the same columns. */
export const importMapping = pgTable(
  'import_mapping',
  {
    importMappingID: key('import_mapping_id'),
    kind: text('kind').$type<ImportKind>().notNull(),
    mappingName: text('mapping_name').notNull(),
    /** The headings of the file for which it was made. */
    header: jsonb('header').$type<string[]>().notNull(),
    mapping: jsonb('mapping').$type<Mapping>().notNull(),
    /** The fixes that the next file like it begins with. */
    fixes: jsonb('fixes').$type<Fix[]>().notNull().default([]),
    ...stamps,
  },
  (t) => [uniqueIndex('import_mapping_name_unique').on(t.kind, sql`lower(${t.mappingName})`)],
)

/** A picture that a row of an imported file names. A job downloads those that are addresses. */
export const importPicture = pgTable(
  'import_picture',
  {
    importPictureID: key('import_picture_id'),
    importID: integer('import_id')
      .notNull()
      .references(() => importBatch.importID, { onDelete: 'cascade' }),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID, { onDelete: 'cascade' }),
    /** The address, or the name of a file. */
    source: text('source').notNull(),
    state: text('state', { enum: importPictureStates }).notNull(),
    reason: text('reason'),
  },
  (t) => [
    index('import_picture_import').on(t.importID),
    index('import_picture_item').on(t.itemID),
    index('import_picture_waiting')
      .on(t.importPictureID)
      .where(sql`${t.state} = 'waiting'`),
    check('import_picture_state', sql`${t.state} in ('waiting', 'taken', 'failed', 'named')`),
  ],
)
