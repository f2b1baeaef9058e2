import type { DrawerStatus } from '../../contract/drawers/drawer-rules.ts'
import { type Actor, blindCountsOf, mayAct } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

type State = { drawerID: number; status: DrawerStatus; finishedAt: Date | null }

/**
 * Whether the actor counts this session blind, or the present session of its drawer: until the count is finished, Staff
 * see no amount from which the expected cash could be computed. A session that is not closed is judged by its own state,
 * because the call that answers may have changed it after the actor was read. `countedBlind` is the same rule in SQL.
 */
export const isBlindTo = (actor: Actor, { drawerID, status, finishedAt }: State): boolean =>
  status === 'Closed'
    ? blindCountsOf(actor).some((count) => count.drawerID === drawerID)
    : status === 'Counting' && finishedAt === null && !mayAct(actor, 'drawers.read_expected')

/** Throws 409 unless the count of a session is finished, because its figures have the expected cash. */
export function assertCompared(actor: Actor, session: State & { drawerName: string }) {
  if (session.status === 'Open')
    throw new AppError('drawer.not_counting', `${session.drawerName} is not being counted: start counting first`)
  if (isBlindTo(actor, session))
    throw new AppError('drawer.not_finished', `Finish counting ${session.drawerName} first`)
}
