import { sql } from 'drizzle-orm'

import type { Typing } from '../../contract/events/events.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** A person types in this session, which needs not hear of it. The session is null for a program. */
export type Typed = Typing & { sessionID: number | null }

/** The channel by which servers pass on what people type. */
export const typingChannel = 'alahas_typing'

/** Tells every server what a person types, when the caller's transaction commits. */
export async function tellTyping(db: Db | Tx, typed: Typed): Promise<void> {
  await db.execute(sql`select pg_notify(${typingChannel}, ${JSON.stringify(typed)})`)
}
