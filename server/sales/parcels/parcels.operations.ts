import { and, eq } from 'drizzle-orm'

import { type ParcelInput, parcelsAtMost } from '../../../contract/order-page/parcels.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { parcel } from '../../db/schema/order-links.ts'
import { sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { record, recordUpdated, stampCreated, updateUnchanged } from '../../resource/records.ts'

type Input = z.output<typeof ParcelInput>

/** Adds a parcel to a sale. Throws 404 without the sale, 409 for a canceled one, and 422 for a day to come. */
export async function addParcel(context: Context, salesTransactionID: number, input: Input) {
  const { db, actor } = context
  assertAccess(actor, 'sales.write')
  const [found] = await db
    .select({ status: sale.status })
    .from(sale)
    .where(eq(sale.salesTransactionID, salesTransactionID))
    .for('update')
  if (!found) throw notFound('Sale')
  if (found.status === 'Canceled') throw new AppError('sale.canceled', 'This sale is Canceled: nothing of it is sent')
  await assertSent(context, input)
  if ((await db.$count(parcel, eq(parcel.salesTransactionID, salesTransactionID))) >= parcelsAtMost)
    throw new AppError('parcel.too_many', `A sale has at most ${parcelsAtMost} parcels`)
  const [created] = await db
    .insert(parcel)
    .values({ salesTransactionID, ...input, ...stampCreated(context) })
    .returning()
  await record(context, {
    action: 'create',
    entity: 'parcel',
    entityID: created!.parcelID,
    before: null,
    after: created!,
  })
  return created!
}

/** Corrects a parcel. Throws 404 without it, 409 when it changed since `updatedAt`, and 422 for a day to come. */
export async function changeParcel(
  context: Context,
  salesTransactionID: number,
  parcelID: number,
  input: Input & { updatedAt?: Date | undefined },
) {
  assertAccess(context.actor, 'sales.write')
  await findParcel(context, salesTransactionID, parcelID)
  await assertSent(context, input)
  const changed = await updateUnchanged(context, 'Parcel', parcel, parcel.parcelID, parcelID, input)
  return recordUpdated(context, 'parcel', parcelID, changed)
}

/** Removes a parcel that was entered by mistake. Throws 404 without it. */
export async function removeParcel(context: Context, salesTransactionID: number, parcelID: number) {
  const { db, actor } = context
  assertAccess(actor, 'sales.write')
  await findParcel(context, salesTransactionID, parcelID)
  const [before] = await db.delete(parcel).where(eq(parcel.parcelID, parcelID)).returning()
  if (!before) throw notFound('Parcel')
  await record(context, { action: 'delete', entity: 'parcel', entityID: parcelID, before, after: null })
}

async function findParcel({ db }: Context, salesTransactionID: number, parcelID: number) {
  const ofSale = and(eq(parcel.parcelID, parcelID), eq(parcel.salesTransactionID, salesTransactionID))
  if ((await db.$count(parcel, ofSale)) === 0) throw notFound('Parcel')
}

async function assertSent({ db, now }: Context, { sentOn }: Pick<Input, 'sentOn'>) {
  const { timeZone } = await readSettings(db)
  if (sentOn > shopDay(timeZone, now))
    throw new AppError('parcel.not_sent', 'Enter the parcel when it is sent: this day is still to come', {
      field: 'sentOn',
    })
}
