import { type ImportKind, importNames } from '../../../../contract/imports/import-columns.ts'
import { formatQuantity } from '../../../lib/format.ts'

/** Formats a number of records: `1 item`, `12 items`. */
export const formatRecords = (kind: ImportKind, rows: number) =>
  `${formatQuantity(rows)} ${rows === 1 ? importNames[kind].one : importNames[kind].many}`
