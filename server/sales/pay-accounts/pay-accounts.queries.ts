import { and, asc, eq, getColumns, or, sql } from 'drizzle-orm'

import type { payAccounts } from '../../../contract/pay-accounts/pay-accounts.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { payAccount } from '../../db/schema/money.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { readPrivateFile } from '../../files/private-files.ts'
import type { PictureStore } from '../../files/store.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'

const { qrFile, ...shown } = getColumns(payAccount)
const columns = {
  ...shown,
  paymentTypeName: paymentType.paymentName,
  hasQr: sql<boolean>`${qrFile} is not null`,
}

const compactNumber = sql`replace(replace(${payAccount.number}, ' ', ''), '-', '')`

const selectAccounts = (db: Db | Tx) =>
  db
    .select(columns)
    .from(payAccount)
    .innerJoin(paymentType, eq(paymentType.paymentTypeID, payAccount.paymentTypeID))
    .$dynamic()

/** Returns one page of the accounts. */
export async function listPayAccounts(db: Db | Tx, query: Received<typeof payAccounts.list>['query']) {
  const { search, kind, currency, status } = query
  const found = selectAccounts(db).where(
    and(
      or(
        searchCondition(search, [payAccount.kind, payAccount.bankOrWallet, payAccount.holder, payAccount.note]),
        // A number is found with and without the spaces and hyphens between its groups.
        searchCondition(search.replaceAll(/[ -]/g, ''), [compactNumber]),
      ),
      equalsCondition(payAccount.kind, kind),
      equalsCondition(payAccount.currency, currency),
      equalsCondition(payAccount.status, status),
      await commonCondition(db, query, payAccount),
    ),
  )
  return listPage(db, query, found, {
    payAccountID: payAccount.payAccountID,
    position: payAccount.position,
    kind: payAccount.kind,
    bankOrWallet: payAccount.bankOrWallet,
    holder: payAccount.holder,
    number: payAccount.number,
    currency: payAccount.currency,
    paymentTypeName: paymentType.paymentName,
    status: payAccount.status,
    updatedAt: payAccount.updatedAt,
  })
}

/** Returns an account. Throws 404 when there is none. */
export async function findPayAccount(db: Db | Tx, id: number) {
  const [found] = await selectAccounts(db).where(eq(payAccount.payAccountID, id))
  if (!found) throw notFound('Payment account')
  return found
}

/**
 * Returns the active accounts in the order in which a buyer sees them. It contains only what a buyer may know; `hasQr`
 * says whether `readShownQr` has a picture.
 */
export const listShownAccounts = (db: Db | Tx) =>
  db
    .select({
      payAccountID: payAccount.payAccountID,
      kind: payAccount.kind,
      bankOrWallet: payAccount.bankOrWallet,
      holder: payAccount.holder,
      number: payAccount.number,
      note: payAccount.note,
      currency: payAccount.currency,
      hasQr: columns.hasQr,
    })
    .from(payAccount)
    .where(eq(payAccount.status, true))
    .orderBy(asc(payAccount.position), asc(payAccount.payAccountID))

/**
 * Returns the picture of the QR code of an active account, as a PNG for a buyer. The caller has checked that a buyer's
 * link is valid. Throws 404 for an inactive account and for one without a picture.
 */
export async function readShownQr(store: PictureStore, db: Db | Tx, id: number): Promise<Buffer> {
  const [found] = await db
    .select({ qrFile })
    .from(payAccount)
    .where(and(eq(payAccount.payAccountID, id), payAccount.status))
  return readPrivateFile(store, found?.qrFile ?? null)
}
