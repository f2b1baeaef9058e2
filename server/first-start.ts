import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'

import { roleIDOf, roleNames } from '../contract/shared/permissions.ts'
import { locks } from './db/locks.ts'
import { shopSetting } from './db/schema/company.ts'
import { role, user } from './db/schema/people.ts'
import { customerType, paymentType, transactionType } from './db/schema/sales.ts'
import { adjustmentReason, adjustmentType, inventoryType, location } from './db/schema/stock.ts'
import { transact } from './db/transaction.ts'
import type { Db, Tx } from './kernel/database.ts'
import { hashPassword } from './people/passwords.ts'
import { insertUser } from './people/users.operations.ts'

/**
 * Creates the reference data and the first administrator in an empty database; does nothing in any other. Servers that
 * start at the same time run it one after the other. Returns the administrator's e-mail and password when it generated
 * the password, otherwise null.
 */
export async function firstStart(
  db: Db,
  admin: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string } | null> {
  const password = admin.password ?? randomBytes(12).toString('base64url')
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.firstStart})`)
    const [somebody] = await tx.select({ userID: user.userID }).from(user).limit(1)
    if (somebody) return null
    await tx
      .insert(role)
      .values(Object.entries(roleNames).map(([roleID, roleName]) => ({ roleID: Number(roleID), roleName })))
    await insertReferenceData(tx)
    await insertUser(tx, {
      firstName: 'Shop',
      lastName: 'Admin',
      email: admin.email,
      passwordHash: await hashPassword(password),
      roleID: roleIDOf.admin,
    })
    return admin.password ? null : { email: admin.email, password }
  })
}

/** Inserts the settings and the reference data of a new shop: a location and the types that the program means. */
export async function insertReferenceData(tx: Tx) {
  const [main] = await tx.insert(location).values({ locationName: 'Main' }).returning()
  await tx.insert(inventoryType).values({ typeName: 'On hand', code: 'on_hand' })
  await tx
    .insert(adjustmentType)
    .values({ typeName: 'Manual adjustment', code: 'manual', description: 'A quantity put right by hand' })
  await tx.insert(adjustmentReason).values([
    { reasonName: 'Damaged', description: 'Broken, scratched or spoilt' },
    { reasonName: 'Lost', description: 'Missing or stolen' },
    { reasonName: 'Found', description: 'There after all' },
    { reasonName: 'Stock count', code: 'stock_count', description: 'What a count found to differ' },
  ])
  await tx.insert(shopSetting).values({ defaultLocationID: main!.locationID })
  await tx.insert(customerType).values(['Walk-in', 'Online', 'Reseller'].map((TypeName) => ({ TypeName })))
  await tx
    .insert(paymentType)
    .values([
      { paymentName: 'Cash', code: 'cash', givesChange: true },
      { paymentName: 'Bank transfer' },
      { paymentName: 'GCash' },
      { paymentName: 'Card' },
      { paymentName: 'Store Credit', code: 'store_credit', description: 'Credit that the shop owes a customer' },
      { paymentName: 'Exchange', code: 'exchange', description: 'Returned goods that pay for others' },
      { paymentName: 'Trade-in', code: 'trade_in', description: 'Old gold that the shop bought' },
    ])
  await tx
    .insert(transactionType)
    .values([
      { transactionName: 'Walk-in' },
      { transactionName: 'Live selling' },
      { transactionName: 'Online' },
      { transactionName: 'Pre-order', beyondStock: true },
      { transactionName: 'Made-to-order', code: 'made_to_order', beyondStock: true },
      { transactionName: 'Layaway', code: 'layaway' },
    ])
}
