import { sql } from 'drizzle-orm'

import { equalsCondition } from '../../resource/list.ts'
import { profitTable } from '../shared/profit.ts'
import type { ReportRequest, Statement } from './report.ts'

/** Lists the lines of the profit statement of a period. */
export const profitStatementReport = ({ query, within, end }: ReportRequest): Statement<'profit'> => ({
  columns: {
    section: sql`statement.section`,
    line: sql`statement.line`,
    amount: sql`statement.amount`,
    meaning: sql`statement.meaning`,
  },
  from: profitTable({ within, before: end, at: (locationID) => equalsCondition(locationID, query.locationID) }),
  orderBy: sql`statement.place`,
})
