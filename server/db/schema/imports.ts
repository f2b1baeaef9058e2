import { integer, pgTable, text } from 'drizzle-orm/pg-core'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
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
  at: moment('at').notNull(),
})
