import { asc, eq, sql } from 'drizzle-orm'

import { activeAccountsAtMost, describeAccount } from '../../../contract/pay-accounts/pay-account-rules.ts'
import type { PayAccountInput, PayAccountOrder } from '../../../contract/pay-accounts/pay-accounts.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { locks } from '../../db/locks.ts'
import { payAccount } from '../../db/schema/money.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { transact } from '../../db/transaction.ts'
import { type EncodedFile, readPrivateFile, storePrivateFile } from '../../files/private-files.ts'
import type { PictureStore } from '../../files/store.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { confirmPassword } from '../../people/confirmation.operations.ts'
import { notify } from '../../people/notify.ts'
import { findRecord, lockUnchanged, record, recordAll, stampCreated, stampModified } from '../../resource/records.ts'
import { findPayAccount } from './pay-accounts.queries.ts'
import {
  describeAccountChange,
  describeNewAccount,
  isReordering,
  isSameOrder,
  listAccountChanges,
  readAccount,
  type StoredAccount,
} from './pay-accounts.rules.ts'

// Whoever swaps an account takes the money of every buyer. So each change needs the password again, is in the audit
// trail, and is told to every administrator, also to the one whose session made it. A wrong password stays counted, so
// the operations begin their own transactions.

const access = 'pay_accounts.manage'

type Inside = Context<SignedIn> & { db: Tx }
type Creation = Omit<PayAccountInput, 'status'>
/** `qr` is null when the picture is to be removed. */
type Update = PayAccountInput & { qr?: null | undefined; updatedAt?: Date | undefined }

/** Creates an active account as the last in the order. Throws 403 without the password, and 422 for a wrong number. */
export async function createPayAccount(
  context: Context<SignedIn>,
  store: PictureStore,
  { currentPassword, ...input }: Creation,
  qr: EncodedFile | undefined,
) {
  assertAccess(context.actor, access)
  const typed = { ...input, ...readAccount(input) }
  await confirmPassword(context, currentPassword)
  return transact(context.db, async (db) => {
    const inside = { ...context, db }
    await lockAccounts(db)
    await assertPaymentType(db, typed.paymentTypeID)
    const [created] = await db
      .insert(payAccount)
      .values({
        ...typed,
        qrFile: qr ? await storePrivateFile(store, db, qr) : null,
        position: await findLastPosition(db),
        ...stampCreated(inside),
      })
      .returning()
    const { payAccountID: id } = created!
    await record(inside, { action: 'create', entity: 'payAccount', entityID: id, before: null, after: created! })
    await tell(inside, id, describeNewAccount(context.actor.name, created!))
    return findPayAccount(db, id)
  })
}

/**
 * Changes an account. An account that becomes active again is the last in the order. Throws 403 without the password,
 * 404 without the account, and 409 when it has changed since `updatedAt`.
 */
export async function updatePayAccount(
  context: Context<SignedIn>,
  store: PictureStore,
  id: number,
  { currentPassword, updatedAt, qr: removed, ...input }: Update,
  qr: EncodedFile | undefined,
) {
  assertAccess(context.actor, access)
  const typed = { ...input, ...readAccount(input) }
  await confirmPassword(context, currentPassword)
  return transact(context.db, async (db) => {
    const inside = { ...context, db }
    await lockAccounts(db)
    const before = await lockUnchanged(inside, 'Payment account', payAccount, payAccount.payAccountID, id, updatedAt)
    if (typed.paymentTypeID !== before.paymentTypeID) await assertPaymentType(db, typed.paymentTypeID)
    const qrFile = qr ? await storePrivateFile(store, db, qr) : removed === null ? null : before.qrFile
    await storeChange(inside, before, { ...before, ...withoutUndefined(typed), qrFile })
    return findPayAccount(db, id)
  })
}

/** Stores what differs, and tells it. The places of the accounts behind one that became inactive stay as they are. */
async function storeChange(inside: Inside, before: StoredAccount, wanted: StoredAccount) {
  const changes = listAccountChanges(before, wanted)
  if (changes.length === 0) return
  const { payAccountID: id, ...values } = wanted
  const position = !wanted.status ? null : (before.position ?? (await findLastPosition(inside.db)))
  const [after] = await inside.db
    .update(payAccount)
    .set({ ...values, position, ...stampModified(inside, before) })
    .where(eq(payAccount.payAccountID, id))
    .returning()
  await record(inside, { action: 'update', entity: 'payAccount', entityID: id, before, after: after! })
  await tell(inside, id, describeAccountChange(inside.actor.name, before, changes))
}

/**
 * Changes the order in which buyers see the active accounts. Throws 403 without the password, 409 when the order is no
 * longer the one that the actor has read, and 422 unless the new order names every active account once.
 */
export async function orderPayAccounts(
  context: Context<SignedIn>,
  { payAccountIDs, before: read, currentPassword }: z.output<typeof PayAccountOrder>,
) {
  assertAccess(context.actor, access)
  await confirmPassword(context, currentPassword)
  return transact(context.db, async (db) => {
    const inside = { ...context, db }
    await lockAccounts(db)
    const accounts = await db
      .select()
      .from(payAccount)
      .where(eq(payAccount.status, true))
      .orderBy(asc(payAccount.position), asc(payAccount.payAccountID))
    const present = accounts.map(({ payAccountID }) => payAccountID)
    if (!isSameOrder(present, read))
      throw new AppError(
        'pay_account.order_changed',
        'The accounts were changed by someone else. Reload and try again.',
      )
    if (!isReordering(present, payAccountIDs))
      throw new AppError('pay_account.order_incomplete', 'The order names every active account once', {
        field: 'payAccountIDs',
      })
    if (!isSameOrder(present, payAccountIDs)) await storeOrder(inside, accounts, payAccountIDs)
    return { payAccountIDs }
  })
}

async function storeOrder(inside: Inside, accounts: readonly StoredAccount[], ids: readonly number[]) {
  const moved = accounts.flatMap((before) => {
    const position = ids.indexOf(before.payAccountID) + 1
    return position === before.position
      ? []
      : [{ before, after: { ...before, position, ...stampModified(inside, before) } }]
  })
  for (const { after } of moved) {
    const { payAccountID, position, modifiedByID, updatedAt } = after
    await inside.db
      .update(payAccount)
      .set({ position, modifiedByID, updatedAt })
      .where(eq(payAccount.payAccountID, payAccountID))
  }
  await recordAll(
    inside,
    moved.map(({ before, after }) => ({
      action: 'update',
      entity: 'payAccount',
      entityID: before.payAccountID,
      before,
      after,
    })),
  )
  const first = accounts.find(({ payAccountID }) => payAccountID === ids[0])!
  const sentence = `${inside.actor.name} changed the order of the payment accounts: first is the ${describeAccount(first)}`
  await tell(inside, first.payAccountID, sentence)
}

/** Returns the picture of the QR code of an account, with the name under which people save it. Throws 404 without one. */
export async function readQr(store: PictureStore, db: Context['db'], id: number) {
  const { qrFile } = await findRecord(db, 'Payment account', payAccount, payAccount.payAccountID, id)
  return {
    name: `payment-account-${id}-qr.png`,
    bytes: await readPrivateFile(store, qrFile),
    type: 'image/png' as const,
  }
}

/** Sends a sentence about an account to every administrator. Those who chose it also get it by mail. */
const tell = (context: Context, id: number, message: string) =>
  notify(context, { access }, [{ kind: 'payAccountChanged', message, entity: 'payAccount', id }])

const lockAccounts = (db: Tx) => db.execute(sql`select pg_advisory_xact_lock(${locks.payAccounts})`)

/** Returns the place behind the last active account. Throws 422 when there are too many. */
async function findLastPosition(db: Tx): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, last: sql<number>`coalesce(max(${payAccount.position}), 0)::int` })
    .from(payAccount)
    .where(eq(payAccount.status, true))
  const { count, last } = found!
  if (count >= activeAccountsAtMost)
    throw new AppError(
      'pay_account.too_many',
      `Buyers see at most ${activeAccountsAtMost} accounts: make another one inactive first`,
      { field: 'status' },
    )
  return last + 1
}

/** Throws 422 for a payment type that does not exist, or whose payments reach no account, such as cash. */
async function assertPaymentType(db: Tx, paymentTypeID: number) {
  const [found] = await db
    .select({ paymentName: paymentType.paymentName, code: paymentType.code })
    .from(paymentType)
    .where(eq(paymentType.paymentTypeID, paymentTypeID))
  if (!found) throw new AppError('reference.missing', 'This payment type does not exist', { field: 'paymentTypeID' })
  if (found.code !== null)
    throw new AppError(
      'pay_account.payment_type',
      `${found.paymentName} reaches no account: choose another payment type`,
      {
        field: 'paymentTypeID',
      },
    )
}

/** Returns the values that were sent. An omitted field keeps its stored value. */
const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>
  }
