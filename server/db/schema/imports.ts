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
