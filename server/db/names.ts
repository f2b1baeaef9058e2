import { type Column, sql } from 'drizzle-orm'

import { user } from './schema/people.ts'

/** Returns a person's first and last name as one text. Either name may be empty. */
export const userFullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim()

/** Selects a person's first and last name as one text, for rows joined with `user_account`. */
export const userName = sql<string>`trim(${user.firstName} || ' ' || ${user.lastName})`

/** Selects the name of the user whose key is in the column; null when the column is null. */
export const nameOf = (userID: Column) =>
  sql<string | null>`(select ${userName} from ${user} where ${user.userID} = ${userID})`
