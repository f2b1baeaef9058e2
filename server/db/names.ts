import { sql } from 'drizzle-orm'

import { user } from './schema.ts'

/** A person's name as shown: first and last name, either of which may be empty. */
export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim()

/** The same, in SQL, for rows joined with `user_account`. */
export const userName = sql<string>`trim(${user.firstName} || ' ' || ${user.lastName})`
