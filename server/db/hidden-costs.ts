import { sql } from 'drizzle-orm'

import { shopSetting } from './schema/company.ts'

/** Whether the shop hides costs from Staff, as a column of a statement about a user. */
export const hidesCosts = sql<boolean>`(select ${shopSetting.hideCosts} from ${shopSetting})`
