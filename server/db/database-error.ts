import pg from 'pg'

/** PostgreSQL's error inside the error that Drizzle throws, or null when the cause is another. */
export function databaseError(error: unknown): pg.DatabaseError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof pg.DatabaseError) return at
  return null
}
