import { and, eq, inArray } from 'drizzle-orm'

import type { buyer } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import type { Context } from '../../kernel/context.ts'
import type { HandleFacts, Person } from './personal-words.ts'

/** Returns the present handles of the buyers and every earlier version from the audit trail. */
export async function findAllHandles(
  { db }: Context,
  buyers: readonly (typeof buyer.$inferSelect)[],
): Promise<HandleFacts[]> {
  if (buyers.length === 0) return []
  const ids = buyers.map(({ buyerID }) => buyerID)
  const rows = await db
    .select({ before: audit.before, after: audit.after })
    .from(audit)
    .where(and(eq(audit.entity, 'buyer'), inArray(audit.entityID, ids)))
  const recorded = rows.flatMap(({ before, after }) => [before, after]) as (HandleFacts | null)[]
  return [...buyers, ...recorded.filter((one) => one !== null)]
}

/** Returns the customer's present personal data and every earlier version from the audit trail. */
export async function findAllIdentities(
  { db }: Pick<Context, 'db'>,
  now: Person & { customerID: number },
): Promise<Person[]> {
  const rows = await db
    .select({ before: audit.before, after: audit.after })
    .from(audit)
    .where(and(eq(audit.entity, 'customer'), eq(audit.entityID, now.customerID)))
  const recorded = rows.flatMap(({ before, after }) => [before, after]) as (Person | null)[]
  return [now, ...recorded.filter((person) => person !== null)]
}
