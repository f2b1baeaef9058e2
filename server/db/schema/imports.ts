import { integer, pgTable, text } from 'drizzle-orm/pg-core'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import { moment, key } from './columns.ts'
import { user, stamps } from './people.ts'

/** A file whose rows became records, all at once. */
export const importBatch = pgTable('import', {
  importID: key('import_id'),
  kind: text('kind').$type<ImportKind>().notNull(),
  fileName: text('file_name').notNull(),
  /** As many records as it made. */
  rows: integer('rows').notNull(),
  /** Their keys, for undoing it. Numbers alone: what the records say stands in themselves. */
  recordIDs: integer('record_ids').array().notNull(),
  undoneAt: moment('undone_at'),
  undoneByID: integer('undone_by_id').references(() => user.userID),
  ...stamps,
})

/**
 * How far each person's running import is. It is written on another connection, because nobody sees the rows of the import's
 * own transaction yet. Unlogged (the import_progress migration): after a crash of PostgreSQL no import runs.
 */
export const importProgress = pgTable('import_progress', {
  userID: integer('user_id')
    .primaryKey()
    .references(() => user.userID, { onDelete: 'cascade' }),
  doing: text('doing').$type<'checking' | 'importing' | 'undoing'>().notNull(),
  rows: integer('rows').notNull(),
  total: integer('total').notNull(),
  at: moment('at').notNull(),
})
