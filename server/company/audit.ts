import { and, eq, getColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { auditTrail } from '../../contract/company/audit.ts'
import { auditActions } from '../../contract/shared/audit/audit-actions.ts'
import { auditEntities, entityLabelOf } from '../../contract/shared/entities.ts'
import { isJapanese, joinNamesInSql, nameOf, shownCustomerName, userName } from '../db/names.ts'
import { item } from '../db/schema/catalogue.ts'
import { apiToken } from '../db/schema/integrations.ts'
import { user } from '../db/schema/people.ts'
import { purchaseOrder } from '../db/schema/purchasing.ts'
import { customer, sale } from '../db/schema/sales.ts'
import { audit } from '../db/schema/shared.ts'
import { serve, serveRecord } from '../http/serve.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../resource/list.ts'
import { ok } from '../resource/records.ts'
import { namesIn } from './audit-names.ts'

export function auditRoutes(app: FastifyInstance) {
  serve(app, auditTrail.list, async ({ query }, { db }) => {
    const filters = and(
      await searchedFor(db, query.search),
      equalsCondition(audit.userID, query.userID),
      equalsCondition(audit.entity, query.entity),
      equalsCondition(audit.entityID, query.entityID),
      equalsCondition(audit.action, query.action),
      // Nobody changes an audit row, so its creator is its last modifier.
      await commonCondition(db, query, { createdAt: audit.at, createdByID: audit.userID, modifiedByID: audit.userID }),
    )
    return listPage(db, query, selectRows(db).where(filters).$dynamic(), { auditID: audit.auditID })
  })

  serveRecord(app, auditTrail.get, async (db, id) => {
    const [found] = await selectRows(db).where(eq(audit.auditID, id))
    const [kept] = await db
      .select({ before: audit.before, after: audit.after })
      .from(audit)
      .where(eq(audit.auditID, id))
    if (!found || !kept) throw notFound('Audit row')
    const { before, after } = kept as Record<'before' | 'after', Record<string, unknown> | null>
    return ok({ ...found, before, after, names: await namesIn(db, [before, after]) })
  })
}

/**
 * Reads a field of the recorded row as text. It reads the row after the change or, for a deleted record, the row
 * before.
 */
const field = (name: string) => sql`coalesce(${audit.after}, ${audit.before}) ->> ${name}`

/** Joins the fields of a record's name. A person's names have the order of their script. */
function recordedNameOf(name: readonly string[]): SQL {
  const joined = (fields: readonly string[]) => sql`concat_ws(' ', ${sql.join(fields.map(field), sql`, `)})`
  if (!name.includes('lastName')) return joined(name)
  const familyFirst = ['lastName', ...name.filter((one) => one !== 'lastName')]
  return sql`case when ${isJapanese(field('lastName'))} then ${joined(familyFirst)} else ${joined(name)} end`
}

/** The record's name as the audit row itself holds it. */
const recordedName = sql.join(
  [
    sql`case ${audit.entity}`,
    ...Object.entries(auditEntities)
      .filter(([, { name }]) => name.length > 0)
      .map(([entity, { name }]) => sql`when ${entity} then nullif(${recordedNameOf(name)}, '')`),
    sql`end`,
  ],
  sql` `,
)

/** The record's current name, for audit rows that contain no name, such as the row about a lapsed hold. */
const currentName = sql`case ${audit.entity}
  when 'user' then (select ${joinNamesInSql(sql`other.first_name`, sql`other.last_name`)} from ${user} as other where other.user_id = ${audit.entityID})
  when 'item' then (select ${item.itemCode} from ${item} where ${item.itemID} = ${audit.entityID})
  when 'purchaseOrder' then (select ${purchaseOrder.poNumber} from ${purchaseOrder} where ${purchaseOrder.poID} = ${audit.entityID})
  when 'sale' then (select ${sale.transactionNumber} from ${sale} where ${sale.salesTransactionID} = ${audit.entityID})
  when 'storeCredit' then (select ${shownCustomerName(customer)} from ${customer} where ${customer.customerID} = ${audit.entityID})
end`

/** Uses left joins, because PostgreSQL can skip them when it only counts the rows. */
function selectRows(db: Db | Tx) {
  const { before: _, after: __, apiTokenID: ___, approvedByID: ____, ...columns } = getColumns(audit)
  return db
    .select({
      ...columns,
      apiTokenName: apiToken.tokenName,
      approvedByName: nameOf(audit.approvedByID),
      userName: sql<string | null>`case when ${user.userID} is not null then ${userName} end`,
      subject: sql<string | null>`coalesce(${recordedName}, ${currentName})`,
    })
    .from(audit)
    .leftJoin(user, eq(user.userID, audit.userID))
    .leftJoin(apiToken, eq(apiToken.tokenID, audit.apiTokenID))
}

/** Returns a condition that matches the text in a person's name, in the action or in the kind of record. */
async function searchedFor(db: Db | Tx, text: string): Promise<SQL | undefined> {
  if (text === '') return undefined
  const holds = (words: string) => words.toLowerCase().includes(text.toLowerCase())
  const people = await db
    .select({ userID: user.userID })
    .from(user)
    .where(searchCondition(text, [userName]))
  const entities = Object.keys(auditEntities).filter((entity) => holds(entityLabelOf(entity)))
  const actions = Object.entries(auditActions).flatMap(([action, words]) => (holds(words) ? [action] : []))
  return or(
    inArray(
      audit.userID,
      people.map(({ userID }) => userID),
    ),
    inArray(audit.entity, entities),
    inArray(audit.action, actions),
  )
}
