import { eq } from 'drizzle-orm'

import type { MovementInput } from '../../contract/drawers/closing.ts'
import { cashOutLimitOf, type DrawerCurrency, formatCash } from '../../contract/drawers/drawer-rules.ts'
import type { z } from '../../contract/shared/zod.ts'
import { shopSetting } from '../db/schema/company.ts'
import { drawerMovement } from '../db/schema/drawers.ts'
import { assertAccess, type Context, mayAct, userIDOf } from '../kernel/context.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { assertCurrency } from './counts.rules.ts'
import { recordSession } from './opening.operations.ts'
import { lockSession, type LockedSession } from './session-lock.ts'
import { findDrawerSession, type SessionDetails } from './sessions.queries.ts'

// Cash that comes in or goes out of an open drawer and is no payment. The rows are final; a wrong one gets a counter-row.

/** Enters a movement. Throws 409 unless the drawer is open, and 403 when much cash goes out without a Manager. */
export async function enterMovement(
  context: Context,
  id: number,
  movement: z.output<typeof MovementInput>,
): Promise<SessionDetails> {
  assertAccess(context.actor, 'drawers.use')
  const { kind, currency, amount } = movement
  const stored = await lockOpenSession(context, id)
  assertCurrency(stored, currency)
  if (kind === 'cash_out') await assertMayTakeOut(context, currency, amount)
  const before = await findDrawerSession(context.db, id)
  await insertMovement(context, { ...movement, note: movement.note ?? null, drawerSessionID: id })
  return recordSession(context, kind === 'cash_in' ? 'pay in' : 'pay out', id, before)
}

/** Takes a wrong movement back. Taking cash in back lessens what the drawer should hold, as cash out does. */
export async function takeMovementBack(context: Context, movementID: number, note: string): Promise<SessionDetails> {
  assertAccess(context.actor, 'drawers.use')
  const [wrong] = await context.db.select().from(drawerMovement).where(eq(drawerMovement.movementID, movementID))
  if (!wrong) throw notFound('Movement')
  const { drawerSessionID: id, kind, reason, currency, amount } = wrong
  await lockOpenSession(context, id)
  if (kind === 'opening_difference' || wrong.correctsID !== null)
    throw new AppError(
      'drawer.movement_final',
      kind === 'opening_difference'
        ? 'The difference of an opening cannot be taken back'
        : 'This row takes a movement back already: enter the movement again',
    )
  if (kind === 'cash_in') await assertMayTakeOut(context, currency, amount)
  const before = await findDrawerSession(context.db, id)
  const back = { kind, reason, currency, amount: -amount, correctsID: movementID, note, drawerSessionID: id }
  await insertMovement(context, back)
  return recordSession(context, 'take back', id, before)
}

async function lockOpenSession(context: Context, id: number): Promise<LockedSession> {
  const stored = await lockSession(context, id, 'share')
  if (stored.status === 'Counting')
    throw new AppError('drawer.counting', `${stored.drawerName} is being counted: enter cash again after it is closed`)
  return stored
}

/** Throws 403 when more cash goes out than the setting allows without a Manager. */
async function assertMayTakeOut({ db, actor }: Context, currency: DrawerCurrency, amount: number) {
  if (mayAct(actor, 'drawers.approve')) return
  const [setting] = await db.select({ pesos: shopSetting.cashOutLimit }).from(shopSetting)
  const limit = cashOutLimitOf(currency, setting!.pesos)
  if (amount > limit)
    throw new AppError('drawer.approval_required', `More than ${formatCash(currency, limit)} out needs a Manager`, {
      field: 'amount',
    })
}

type NewMovement = Omit<typeof drawerMovement.$inferInsert, 'at' | 'createdByID'>

const insertMovement = async ({ db, actor, now }: Context, movement: NewMovement) =>
  db.insert(drawerMovement).values({ ...movement, at: now, createdByID: userIDOf(actor) })
