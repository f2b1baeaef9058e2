import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** One field that an import changes in a record, as texts of a file. */
const FieldChange = z.object({ column: z.string(), before: z.string(), after: z.string() })
export type FieldChange = z.infer<typeof FieldChange>

/** A row that changes a record: each field before and after. */
export const ChangedRow = z
  .object({ row: z.int(), recordID: ID, recordName: z.string(), fields: z.array(FieldChange) })
  .meta({ id: 'ImportChangedRow' })
