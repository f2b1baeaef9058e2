import type { DrawerStatus } from '../../contract/drawers/drawer-rules.ts'
import { type Actor, mayAct } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Whether the actor counts this session blind: until its count is finished, Staff see no amount from which the expected
 * cash could be computed. This is the one rule. So far the answers about drawers follow it; the reports, the dashboard and the
 * list of sales do not ask it yet.
 */
export const isBlindTo = (
  actor: Actor,
  { status, finishedAt }: { status: DrawerStatus; finishedAt: Date | null },
): boolean => status === 'Counting' && finishedAt === null && !mayAct(actor, 'drawers.read_expected')

/** Throws 409 unless the count of a session is finished, because its figures have the expected cash. */
export function assertCompared(
  actor: Actor,
  session: { drawerName: string; status: DrawerStatus; finishedAt: Date | null },
) {
  if (session.status === 'Open')
    throw new AppError('drawer.not_counting', `${session.drawerName} is not being counted: start counting first`)
  if (isBlindTo(actor, session))
    throw new AppError('drawer.not_finished', `Finish counting ${session.drawerName} first`)
}
