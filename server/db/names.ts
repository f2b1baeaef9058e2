import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

import { user } from './schema.ts'

/** A person's name as shown: first and last name, either of which may be empty. */
export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim()

/** The same, in SQL, for rows joined with `user_account`, or with an alias of it. */
export const nameIn = (person: { firstName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql<string>`trim(${person.firstName} || ' ' || ${person.lastName})`

export const userName = nameIn(user)
