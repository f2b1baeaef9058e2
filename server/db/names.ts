import { type Column, sql } from 'drizzle-orm'

import { user } from './schema/people.ts'

/** A person's name as shown: first and last name, either of which may be empty. */
export const userFullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim()

/** The same, in SQL, for rows joined with `user_account`. */
export const userName = sql<string>`trim(${user.firstName} || ' ' || ${user.lastName})`

/** The same, of the person whose key a column holds: null where it holds none. */
export const nameOf = (userID: Column) =>
  sql<string | null>`(select ${userName} from ${user} where ${user.userID} = ${userID})`
