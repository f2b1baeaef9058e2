import type { liveTyping } from '../../../contract/live/live-typing.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { tellTyping } from '../../events/typing.ts'
import { assertAccess, type Context, sessionIDOf, type SignedIn } from '../../kernel/context.ts'
import { assertHosting, findStoredLive } from '../plan/plan.queries.ts'

type Sent = z.output<typeof liveTyping.tell.body>

/** Tells the others at a live what the caller types or pastes. Throws 404 without the live, and 409 before its start and after its end. */
export async function tellTypingAt({ db, actor }: Context<SignedIn>, liveID: number, body: Sent): Promise<void> {
  assertAccess(actor, 'lives.host')
  assertHosting(await findStoredLive(db, liveID))
  const { userID, name } = actor
  await tellTyping(db, { liveID, userID, name, ...body, sessionID: sessionIDOf(actor) })
}
