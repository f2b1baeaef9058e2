import { eq } from 'drizzle-orm'

import type { Db, Tx } from '../db/client.ts'
import { session, signInLink } from '../db/schema.ts'

/** Ends all by which a user is signed in, or could be without the password: every session, and a link not used yet. */
export async function endSessions(db: Db | Tx, userID: number) {
  await db.delete(session).where(eq(session.userID, userID))
  await db.delete(signInLink).where(eq(signInLink.userID, userID))
}
