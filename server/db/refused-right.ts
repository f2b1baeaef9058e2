import pg from 'pg'

import { StartError } from '../kernel/config.ts'

/**
 * Returns a StartError that names the grants to give where PostgreSQL refused a right. Returns any other error as it is.
 * Since PostgreSQL 15, a role that does not own the database may create nothing in it.
 */
export function explainRefusedRight(error: unknown, { user, database }: pg.Client): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') return error
  const [role, shop] = [pg.escapeIdentifier(user ?? ''), pg.escapeIdentifier(database ?? '')]
  return new StartError(
    `DATABASE_URL: ${error.message}. Run as the owner of the database, connected to it: ` +
      `grant create on database ${shop} to ${role}; alter schema public owner to ${role};`,
    { cause: error },
  )
}
