import { type Column, type SQL, sql } from 'drizzle-orm'

import { joinNames } from '../../contract/shared/names.ts'
import { user } from './schema/people.ts'
import { buyer, customer, customerName } from './schema/sales.ts'

/** Returns the condition that a name is in Japanese script. */
export const isJapanese = (name: Column | SQL) => sql`${name} ~ '[\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff]'`

/** Returns a user's first and last name as one text. Either name may be empty. */
export const userFullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  joinNames({ firstName, lastName })

/** Joins a first and a last name as `joinNames` of the contract does: the family name first in Japanese. */
export const joinNamesInSql = (firstName: Column | SQL, lastName: Column | SQL) =>
  sql<string>`trim(case when ${isJapanese(lastName)}
    then ${lastName} || ' ' || ${firstName} else ${firstName} || ' ' || ${lastName} end)`

/** Selects a person's names as one text, for rows joined with `user_account`. */
export const userName = joinNamesInSql(user.firstName, user.lastName)

/** The same for raw SQL in which `user_account` is the only table with names. */
export const personName = joinNamesInSql(sql`first_name`, sql`last_name`)

/** Selects the name of the user whose key is in the column; null when the column is null. */
export const nameOf = (userID: Column) =>
  sql<string | null>`(select ${userName} from ${user} where ${user.userID} = ${userID})`

/** Selects a customer's whole name as `fullName` of the contract writes it. The search and the sorting use `customerName`. */
export const shownCustomerName = (t: Parameters<typeof customerName>[0]) =>
  sql<string>`(case when ${isJapanese(t.lastName)} then ${t.lastName} || ' ' || ${t.firstName} || coalesce(' ' || ${t.middleName}, '')
    else ${customerName(t)} end)`

/** Selects the handle of a sale's buyer, for statements on `sales_transaction`; null without a buyer. */
export const buyerHandle = sql<string | null>`(select ${buyer.handle} from ${buyer}
  where ${buyer.buyerID} = sales_transaction.buyer_id)`

/** Selects the name by which a sale's lists show who bought: of its customer, or else the handle; null for a walk-in. */
export const shownBuyerName = sql<string | null>`coalesce(${shownCustomerName(customer)}, ${buyerHandle})`
