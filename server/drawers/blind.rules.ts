import type { DrawerStatus } from '../../contract/drawers/drawer-rules.ts'
import { type Actor, mayAct } from '../kernel/context.ts'

/**
 * Whether the actor counts this session blind: while it is counted, Staff see no amount from which the expected cash
 * could be computed. This is the one rule. So far the answers about drawers follow it; the reports, the dashboard and the
 * list of sales do not ask it yet.
 */
export const isBlindTo = (actor: Actor, { status }: { status: DrawerStatus }): boolean =>
  status === 'Counting' && !mayAct(actor, 'drawers.read_expected')
