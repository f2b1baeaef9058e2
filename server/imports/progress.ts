import { sql } from 'drizzle-orm'

import type { Context, SignedIn } from '../kernel/context.ts'
import type { Tell } from './kind.ts'

// How far an import is, while its transaction shows nothing of it yet: PostgreSQL shows a connection's name to all
// others at once, and takes it back when the transaction ends. Whichever server is asked can tell.

type Doing = 'checking' | 'importing' | 'undoing'

/** Tells how many of these rows are done. */
export const teller =
  ({ db, actor }: Context<SignedIn>, doing: Doing, of: number): Tell =>
  async (rows) => {
    const name = `import ${actor.userID} ${doing} ${rows} ${of}`
    await db.execute(sql`select set_config('application_name', ${name}, true)`)
  }

/** How far the caller's own import is; null where none is running. */
export async function progressOf({ db, actor }: Context<SignedIn>) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`import ${actor.userID} %`}
    order by xact_start desc limit 1`)
  const [, , doing, done, of] = rows[0]?.name.split(' ') ?? []
  return doing === undefined ? null : { doing: doing as Doing, rows: Number(done), of: Number(of) }
}
