import { asc, eq } from 'drizzle-orm'

import type { OrderParcel } from '../../../contract/order-page/order-page.ts'
import { parcel } from '../../db/schema/order-links.ts'
import { sale } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findRecord } from '../../resource/records.ts'

/** Returns the parcels of a sale in the order in which they were sent. Throws 404 without the sale. */
export async function listParcels(db: Db | Tx, salesTransactionID: number) {
  await findRecord(db, 'Sale', sale, sale.salesTransactionID, salesTransactionID)
  return db
    .select()
    .from(parcel)
    .where(eq(parcel.salesTransactionID, salesTransactionID))
    .orderBy(asc(parcel.sentOn), asc(parcel.parcelID))
}

/** Returns what the buyer of a sale reads of its parcels. */
export const readSentParcels = (db: Db | Tx, salesTransactionID: number): Promise<OrderParcel[]> =>
  db
    .select({
      carrier: parcel.carrier,
      trackingNumber: parcel.trackingNumber,
      sentOn: parcel.sentOn,
      trackingAddress: parcel.trackingAddress,
      note: parcel.note,
    })
    .from(parcel)
    .where(eq(parcel.salesTransactionID, salesTransactionID))
    .orderBy(asc(parcel.sentOn), asc(parcel.parcelID))
