import { and, desc, eq, isNull, max, sql } from 'drizzle-orm'

import { jsonRows } from '../../db/json-rows.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { sale } from '../../db/schema/sales.ts'
import { taxEntry, taxRate } from '../../db/schema/tax.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Returns the tax settings, and the rates of every country, the latest of each kind first. */
export async function readTax(db: Db | Tx) {
  const [settings] = await db
    .select({
      taxCountry: shopSetting.taxCountry,
      taxRegistered: shopSetting.taxRegistered,
      taxNumber: shopSetting.taxNumber,
      taxFrom: shopSetting.taxFrom,
      updatedAt: shopSetting.updatedAt,
    })
    .from(shopSetting)
  const rates = await db
    .select({
      taxRateID: taxRate.taxRateID,
      country: taxRate.country,
      rateName: taxRate.rateName,
      code: taxRate.code,
      kind: taxRate.kind,
      percent: taxRate.percent,
      fromDate: taxRate.fromDate,
      untilDate: taxRate.untilDate,
      used: sql<boolean>`exists (select from ${taxEntry} where ${taxEntry.taxRateID} = ${taxRate.taxRateID})`,
      createdByID: taxRate.createdByID,
      modifiedByID: taxRate.modifiedByID,
      createdAt: taxRate.createdAt,
      updatedAt: taxRate.updatedAt,
    })
    .from(taxRate)
    .orderBy(taxRate.country, desc(taxRate.percent), taxRate.kind, desc(taxRate.fromDate))
  return { ...settings!, rates }
}

/** The tax settings, and the rates of the shop's country, as columns of a statement that reads `shopSetting`. */
export const taxFacts = {
  taxCountry: shopSetting.taxCountry,
  taxRegistered: shopSetting.taxRegistered,
  taxFrom: shopSetting.taxFrom,
  taxRates: jsonRows(
    {
      taxRateID: taxRate.taxRateID,
      kind: taxRate.kind,
      percent: taxRate.percent,
      fromDate: taxRate.fromDate,
      untilDate: taxRate.untilDate,
    },
    sql`${taxRate} where ${taxRate.country} = ${shopSetting.taxCountry}`,
    taxRate.taxRateID,
  ),
}

/** The recorded taxes of a sale and of its refunds, as an SQL expression. */
export const recordedTaxes = jsonRows(
  {
    taxEntryID: taxEntry.taxEntryID,
    salesItemID: taxEntry.salesItemID,
    refundID: taxEntry.refundID,
    taxRateID: taxEntry.taxRateID,
    rateName: taxRate.rateName,
    kind: taxRate.kind,
    percent: taxRate.percent,
    amount: taxEntry.amount,
    base: taxEntry.base,
    tax: taxEntry.tax,
  },
  sql`${taxEntry} inner join ${taxRate} on ${taxRate.taxRateID} = ${taxEntry.taxRateID}
    where ${taxEntry.salesTransactionID} = ${sale.salesTransactionID}`,
  taxEntry.taxEntryID,
)

/** Returns the last day on which a sale used a rate; null for an unused rate. */
export async function findLastUse(db: Db | Tx, taxRateID: number): Promise<string | null> {
  const [found] = await db
    .select({ day: max(taxEntry.day) })
    .from(taxEntry)
    .where(and(eq(taxEntry.taxRateID, taxRateID), isNull(taxEntry.refundID)))
  return found?.day ?? null
}
