import pg from 'pg'

/** Returns PostgreSQL's error inside an error that Drizzle throws; null when the cause is something else. */
export function databaseError(error: unknown): pg.DatabaseError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof pg.DatabaseError) return at
  return null
}
