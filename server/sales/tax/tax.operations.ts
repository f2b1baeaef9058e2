import { eq, getColumns, sql } from 'drizzle-orm'

import type { z } from '../../../contract/shared/zod.ts'
import { taxCountries } from '../../../contract/tax/tax-countries.ts'
import { computeRefundTaxes } from '../../../contract/tax/tax-rules.ts'
import type { TaxRateEnd, TaxRateInput, TaxSettingsInput } from '../../../contract/tax/taxes.ts'
import { item } from '../../db/schema/catalogue.ts'
import { settingsKey, shopSetting } from '../../db/schema/company.ts'
import { saleItem } from '../../db/schema/sales.ts'
import { taxEntry, taxRate } from '../../db/schema/tax.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { lockUnchanged, record, stampCreated, stampModified } from '../../resource/records.ts'
import { findLastUse, taxFacts } from './tax.queries.ts'
import { assertEndFits, assertPercentFits, checkTaxSettings, computeSaleTaxes } from './tax.rules.ts'

type LastRead = { updatedAt?: Date | undefined }

/**
 * Chooses the country of the tax and the registration. A country that is chosen for the first time gets its rates.
 * Completed sales stay as they are.
 */
export async function updateTax(
  context: Context,
  { updatedAt, ...input }: z.output<typeof TaxSettingsInput> & LastRead,
) {
  assertAccess(context.actor, 'tax.write')
  const { db } = context
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  const settings = checkTaxSettings(input)
  const [after] = await db
    .update(shopSetting)
    .set({ ...settings, ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
    .returning()
  if (settings.taxCountry !== null) await addFirstRates(context, settings.taxCountry)
  await record(context, {
    action: 'update',
    entity: 'tax',
    entityID: settingsKey,
    before: pickSettings(before),
    after: pickSettings(after!),
  })
}

const pickSettings = ({ taxCountry, taxRegistered, taxNumber, taxFrom }: typeof shopSetting.$inferSelect) => ({
  taxCountry,
  taxRegistered,
  taxNumber,
  taxFrom,
})

/** Adds the rates that a country starts with, unless it has a rate. */
async function addFirstRates(context: Context, country: keyof typeof taxCountries) {
  if ((await context.db.$count(taxRate, eq(taxRate.country, country))) > 0) return
  for (const rate of taxCountries[country].rates) await insertRate(context, country, rate)
}

/** Adds a rate to the shop's country. It replaces the earlier rate of its kind from its first day on. */
export async function addTaxRate(context: Context, input: z.output<typeof TaxRateInput>) {
  assertAccess(context.actor, 'tax.write')
  const [settings] = await context.db.select({ country: shopSetting.taxCountry }).from(shopSetting).for('share')
  const { country } = settings!
  if (country === null)
    throw new AppError('tax.country_missing', 'Choose the country of the tax first: rates belong to a country')
  assertPercentFits(input)
  await insertRate(context, country, input)
}

async function insertRate(context: Context, country: keyof typeof taxCountries, input: z.output<typeof TaxRateInput>) {
  const [rate] = await context.db
    .insert(taxRate)
    .values({ ...input, country, ...stampCreated(context) })
    .returning()
  const { taxRateID } = rate!
  await record(context, { action: 'create', entity: 'taxRate', entityID: taxRateID, before: null, after: rate! })
}

/** Sets or removes the last day of a rate. */
export async function endTaxRate(
  context: Context,
  id: number,
  { updatedAt, untilDate }: z.output<typeof TaxRateEnd> & LastRead,
) {
  assertAccess(context.actor, 'tax.write')
  const before = await lockUnchanged(context, 'Tax rate', taxRate, taxRate.taxRateID, id, updatedAt)
  assertEndFits(before.fromDate, untilDate, await findLastUse(context.db, id))
  const [after] = await context.db
    .update(taxRate)
    .set({ untilDate, ...stampModified(context, before) })
    .where(eq(taxRate.taxRateID, id))
    .returning()
  await record(context, { action: 'update', entity: 'taxRate', entityID: id, before, after: after! })
}

/** Removes a rate that no sale has used. */
export async function removeTaxRate(context: Context, id: number) {
  assertAccess(context.actor, 'tax.write')
  const { db } = context
  const [before] = await db.select(getColumns(taxRate)).from(taxRate).where(eq(taxRate.taxRateID, id)).for('update')
  if (!before) throw notFound('Tax rate')
  if ((await findLastUse(db, id)) !== null)
    throw new AppError('tax.rate_used', 'Sales have used this rate: it stays. Give it a last day instead')
  await db.delete(taxRate).where(eq(taxRate.taxRateID, id))
  await record(context, { action: 'delete', entity: 'taxRate', entityID: id, before, after: null })
}

type Completed = { salesTransactionID: number; discount: number; shippingFee: number }

/** Records the tax of a stored sale that is completed now. A shop without tax records none. */
export async function recordSaleTaxes(context: Context, { salesTransactionID, discount, shippingFee }: Completed) {
  const { db } = context
  const [facts] = await db.select({ timeZone: shopSetting.timeZone, ...taxFacts }).from(shopSetting)
  if (facts!.taxCountry === null) return
  const lines = await db
    .select({ salesItemID: saleItem.salesItemID, lineTotal: saleItem.lineTotal, taxClass: item.taxClass })
    .from(saleItem)
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .where(eq(saleItem.salesTransactionID, salesTransactionID))
    .orderBy(saleItem.salesItemID)
  const day = shopDay(facts!.timeZone, context.now)
  const taxes = computeSaleTaxes(facts!, day, { lines, discount, shippingFee })
  if (taxes.length === 0) return
  await db.insert(taxEntry).values(
    taxes.map(({ line, ...entry }) => ({
      ...entry,
      day,
      salesTransactionID,
      salesItemID: line === null ? null : lines[line]!.salesItemID,
    })),
  )
}

type Refunded = {
  salesTransactionID: number
  refundID: number
  parts: readonly { salesItemID: number; amount: number }[]
}

/** Records the tax that a refund gives back, from the taxes that the sale has recorded so far. */
export async function recordRefundTaxes(
  context: Context,
  taxes: Parameters<typeof computeRefundTaxes>[0],
  { salesTransactionID, refundID, parts }: Refunded,
) {
  const entries = computeRefundTaxes(taxes, parts)
  if (entries.length === 0) return
  const day = sql`(${context.now.toISOString()}::timestamptz at time zone (select ${shopSetting.timeZone} from ${shopSetting}))::date`
  await context.db.insert(taxEntry).values(entries.map((entry) => ({ ...entry, day, salesTransactionID, refundID })))
}
