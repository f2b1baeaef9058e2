// Proves that each check of `npm run verify:books` bites: a defect is planted for each, past all triggers, in a shop in
// which everything happened. The checks of the stock have their table in server/stock/ledger/verify.test.ts.
// tests/properties/books.test.ts proves that all checks are content after any sequence.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { liveApril, liveMarch, openEventfulShop } from '../../tests/support/eventful-shop.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import type { Tx } from '../kernel/database.ts'
import { verifyMoney } from '../money/verify.ts'
import { verifyBuyers } from '../sales/buyers/verify.ts'
import { verifyTax } from '../sales/tax/verify.ts'
import { verifyTotals } from '../sales/totals/verify.ts'
import { compared, inAnalytics, onDashboard, verifyReports } from './verify.ts'

const { db, ...started } = await testApp()
const shop = await openEventfulShop({ db, ...started })
beforeAll(async () => {
  await liveApril(shop, await liveMarch(shop))
}, 120_000)

const ledgers = async (tx: Pick<Tx, 'execute'>) => {
  const found = []
  for (const verify of [verifyMoney, verifyTax, verifyBuyers, verifyTotals])
    found.push(...(await verify({ db: tx as Tx })))
  return found
}
const reports = (tx: Pick<Tx, 'execute'>) => verifyReports({ db: tx as Tx, now: new Date('2025-05-02T00:00:00Z') })

/** Runs the statements without triggers, returns what the verification says then, and takes everything back. */
async function plant(statements: string, verify: typeof ledgers): Promise<string[]> {
  let found: string[] = []
  class Undo extends Error {}
  await db
    .transaction(async (tx) => {
      await tx.execute("set local session_replication_role = 'replica'")
      await tx.execute(sql.raw(statements))
      found = await verify(tx)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return found
}

/** SQL for the key of one row of a table. */
const first = (key: string, table: string, where: string) =>
  `${key} = (select min(${key}) from ${table} where ${where})`
const oneSale = (where: string) => first('sales_transaction_id', 'sales_transaction', where)
const oneEntry = (where: string) => first('entry_id', 'money_entry', where)
const oneCredit = (where: string) => first('entry_id', 'credit_entry', where)
const oneTax = (where: string) => first('tax_entry_id', 'tax_entry', where)
const ofType = (code: string) => `payment_type_id = (select payment_type_id from payment_type where code = '${code}')`
const refundOfWhole = `sales_transaction_id in (select sales_transaction_id from sales_transaction where status = 'Refunded')`

/** For each file of checks, a defect for each of them and the start of its sentence. */
const planted: Record<string, [defect: string, sentence: RegExp][]> = {
  'money/verify.ts': [
    [
      `update sales_transaction set amount_paid = amount_paid + 1 where ${oneSale(`status = 'Completed'`)}`,
      /^Sale \S+ says paid/,
    ],
    [
      `update money_entry set amount = amount - 1 where ${oneEntry(`kind = 'deposit_kept'`)}`,
      /^Sale \S+ is Canceled with \S+ paid/,
    ],
    [
      `update sales_transaction set deposit = 'refund' where ${oneSale(`deposit = 'forfeit'`)}`,
      /^Sale \S+ is Canceled with its deposit/,
    ],
    [
      `update sales_refund set amount = amount + 1 where refund_id = 1`,
      /^Refund 1 of sale \S+ returned \S+, but its entry/,
    ],
    [
      `update money_entry set amount = amount - 1 where ${oneEntry(`corrects_id is not null and kind = 'payment'`)}`,
      /^Money entry \d+ takes back entry \d+, but differs/,
    ],
    [
      `update money_entry set payment_type_id = 2 where ${oneEntry(`kind = 'change'`)}`,
      /^Money entry \d+ is the change of entry/,
    ],
    [
      `delete from money_entry where kind = 'change' and corrects_id is not null`,
      /^Money entry \d+ takes back a payment without its change/,
    ],
    [
      `update sales_transaction set amount_paid = amount_paid - 1 where ${oneSale(`status = 'Completed'`)}`,
      /^Sale \S+ is Completed, but 1.00 is not paid/,
    ],
    [
      'alter table money_entry disable trigger money_entry_is_final',
      /^The guard money_entry_is_final of table money_entry is switched off/,
    ],
  ],
  'money/verify-credit.ts': [
    ['update customer_credit set balance = balance + 1', /^Customer \d+ has a store credit of/],
    [
      `update credit_entry set amount = amount - 9999 where ${oneCredit(`kind = 'used'`)}`,
      /^Store credit of customer \d+ was below zero/,
    ],
    [`update credit_entry set balance = balance + 1 where entry_id = 1`, /^Credit entry 1 says that/],
    [
      `update credit_entry set amount = amount - 1 where ${oneCredit(`kind = 'used'`)}`,
      /^Money entry \d+ moves \S+ of store credit/,
    ],
    [
      `update credit_entry set money_entry_id = 1 where ${oneCredit(`kind = 'used'`)}`,
      /^Credit entry \d+ belongs to money entry 1, which is not by/,
    ],
    [
      `update money_entry set amount = amount + 1 where ${oneEntry(`kind = 'credit_paid_in'`)}`,
      /^Money entry \d+ pays \S+ into the store credit of customer \d+, but the credit changed by/,
    ],
    [
      `delete from money_entry where ${oneEntry(`kind = 'credit_paid_out'`)}`,
      /^Credit entry \d+ was paid out without money of the same customer/,
    ],
    [
      `update money_entry set ${ofType('store_credit')} where ${oneEntry(`kind = 'credit_paid_in'`)}`,
      /^Money entry \d+ pays store credit in or out by Store Credit, which is no money/,
    ],
    [
      `update credit_entry set amount = amount - 1 where ${oneCredit('corrects_id is not null')}`,
      /^Credit entry \d+ takes back entry/,
    ],
    ['update sales_exchange set amount = amount + 1 where exchange_id = 1', /^Exchange 1 moves/],
    ['delete from sales_exchange where exchange_id = 1', /^Money entry \d+ is by exchange, but belongs to none/],
  ],
  'money/verify-statements.ts': [
    [
      `update money_entry set amount = amount - 1 where ${oneEntry(`kind = 'payment' and sales_transaction_id in (select sales_transaction_id from sales_transaction where customer_id is not null and status = 'Processing')`)}`,
      /^The statement of customer \d+ comes to/,
    ],
    [
      `update sales_transaction set refunded_amount = refunded_amount + 1 where ${oneSale(`status = 'Refunded' and customer_id is not null`)}`,
      /^The statement of customer \d+ counts/,
    ],
  ],
  'sales/tax/verify.ts': [
    [
      `update tax_entry set amount = amount + 1, base = base + 1 where ${oneTax('refund_id is null')}`,
      /^Sale \S+ comes to/,
    ],
    [
      `delete from tax_entry where ${oneTax('sales_item_id is not null and refund_id is null and sales_transaction_id in (select sales_transaction_id from tax_entry where sales_item_id is null)')}`,
      /^Sale \S+ has recorded tax, but line/,
    ],
    [
      `update tax_entry set tax = tax + 1, base = base - 1 where ${oneTax('refund_id is null')}`,
      /^Sale \S+: the tax \S+ of/,
    ],
    [
      `update tax_entry set sales_transaction_id = sales_transaction_id + 1 where ${oneTax('sales_item_id is not null')}`,
      /^Tax entry \d+ belongs to sale/,
    ],
    [
      `update tax_entry set amount = amount - 1, base = base - 1 where ${oneTax('refund_id is not null')}`,
      /^Refund \d+ of line \d+ returned/,
    ],
    [
      `update tax_entry set tax = tax - 1, base = base + 1 where ${oneTax(`refund_id is not null and tax < 0 and ${refundOfWhole}`)}`,
      /^Line \d+ of sale \S+ has the tax/,
    ],
    [
      'alter table tax_rate disable trigger tax_rate_is_final',
      /^The guard tax_rate_is_final of table tax_rate is switched off/,
    ],
  ],
  'sales/buyers/verify.ts': [
    [`update sales_transaction set customer_id = 1 where ${oneSale('buyer_id is not null')}`, /^Sale \S+ is of buyer/],
    [
      'alter table buyer disable trigger buyer_keeps_customer_of_sales',
      /^The guard buyer_keeps_customer_of_sales of table buyer/,
    ],
  ],
  'sales/totals/verify.ts': [
    ['update sales_item set line_total = line_total + 1 where sales_item_id = 1', /^Sale \S+, line 1 is/],
    [`update sales_transaction set subtotal = subtotal + 1 where ${oneSale('true')}`, /^Sale \S+ has a subtotal of/],
    [
      'update sales_refund set amount = amount + 1 where refund_id = 1',
      /^Refund 1 of sale \S+ returned \S+, but its lines/,
    ],
    [
      `update sales_refund set amount = amount + 1 where ${first('refund_id', 'sales_refund', refundOfWhole)}`,
      /^Sale \S+ is Refunded at/,
    ],
  ],
}

/** Changes one figure of the documents, for the figures that several screens show. */
const defects = {
  refund: 'update sales_refund set amount = amount + 1 where refund_id = 1',
  part: `update sales_refund_item set amount = amount + 1 where ${first('refund_id', 'sales_refund_item', 'true')}`,
  cost: `update sales_item set cost = cost + 1 where ${first('sales_item_id', 'sales_item', 'cost is not null')}`,
  order: `update sales_transaction set status = 'Pending' where ${oneSale(`status = 'Completed'`)}`,
  discount: `update sales_transaction set discount = discount + 1 where ${oneSale('completed_at is not null')}`,
  shipping: `update sales_transaction set shipping_fee = shipping_fee + 1 where ${oneSale('completed_at is not null')}`,
  total: `update sales_transaction set total_purchase = total_purchase + 1 where ${oneSale('completed_at is not null')}`,
  paid: `update sales_transaction set amount_paid = amount_paid + 1 where ${oneSale(`status = 'Completed'`)}`,
  paidOpen: `update sales_transaction set amount_paid = amount_paid + 1 where ${oneSale(`status = 'Processing' and customer_id is not null`)}`,
  sign: `alter table money_entry drop constraint money_entry_kind;
    update money_entry set amount = -amount where ${oneEntry(`kind = 'change'`)}`,
  creditEntry: `update credit_entry set amount = amount - 1 where ${oneCredit(`kind = 'used'`)}`,
  credit: 'update customer_credit set balance = balance + 1 where customer_id = 1',
  tradeIn: `update trade_in set settled = settled + 1 where ${first('trade_in_id', 'trade_in', `status = 'Accepted'`)}`,
  tradedIn: `update money_entry set amount = amount - 1 where ${oneEntry(`kind = 'payment' and ${ofType('trade_in')}`)}`,
  exchange: `update money_entry set amount = amount - 1 where ${oneEntry(`kind = 'payment' and ${ofType('exchange')}`)}`,
  value: `update stock_movement set value = value + 1 where kind = 'revaluation'`,
  tax: `alter table tax_entry drop constraint tax_entry_sum; update tax_entry set tax = tax + 1 where ${oneTax('refund_id is null')}`,
  fee: `delete from sales_refund where ${refundOfWhole}`,
  kept: `update money_entry set amount = amount + 1 where ${oneEntry(`kind = 'deposit_kept'`)}`,
} as const

/** The defect for each figure of each screen that `verifyReports` compares. */
const inReports: Record<string, Record<string, keyof typeof defects>> = {
  'Report sales': { sales: 'refund', refunded: 'refund', paid: 'paid', balance: 'paidOpen' },
  'Report sale-lines': { sales: 'part', profit: 'cost' },
  'Report by-seller': { sales: 'refund', refunded: 'refund', discount: 'discount', orders: 'order', cash: 'sign' },
  'Report customers': { sales: 'refund', refunded: 'refund', orders: 'order', balance: 'paidOpen' },
  'Report customer-balances': { balance: 'paidOpen', credit: 'credit' },
  'Report payments': { net: 'paid', storeCredit: 'creditEntry', exchanged: 'exchange', tradedIn: 'tradedIn' },
  'Report stock': { value: 'value' },
  'Report tax': { netTax: 'tax' },
  'Report profit': {
    'Profit from sales': 'cost',
    'Shipping fees kept': 'fee',
    'Deposits kept': 'kept',
    Profit: 'cost',
    'Total Sales': 'refund',
    'Deposits held at the end': 'total',
    'Store credit owed at the end': 'credit',
    'Trade-ins owed at the end': 'tradeIn',
    'Stock value at the end': 'value',
  },
  Dashboard: { paidOrder: 'order', totalSales: 'refund', profit: 'cost' },
  Analytics: {
    orders: 'order',
    total: 'refund',
    refunded: 'refund',
    discount: 'discount',
    shipping: 'shipping',
    'profit from sales': 'cost',
    profit: 'cost',
    'sales by day': 'refund',
    'sales by category': 'part',
    'sales by transaction type': 'refund',
    'money by payment type': 'paid',
    'payments less change and refunds': 'paid',
    'store credit': 'creditEntry',
    stock: 'value',
  },
}

test('the books are right before a defect is planted', async () => {
  expect(await ledgers(db)).toEqual([])
  expect(await reports(db)).toEqual([])
})

test.each(Object.entries(planted).flatMap(([file, rows]) => rows.map((row) => [file, ...row] as const)))(
  '%s finds: %s',
  async (_file, defect, sentence) => {
    expect(await plant(defect, ledgers)).toContainEqual(expect.stringMatching(sentence))
  },
)

test.each(Object.keys(planted))('each check of %s has a planted defect', (file) => {
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  expect(planted[file]).toHaveLength(source.match(/select format\(/g)!.length)
})

test.each(
  Object.entries(inReports).flatMap(([screen, of]) => Object.entries(of).map((row) => [screen, ...row] as const)),
)('%s: a wrong figure %s is found', async (screen, field, defect) => {
  const found = await plant(defects[defect], reports)
  expect(found.map((sentence) => sentence.replace(/ -?[\d.]+(e-?\d+)?, but .*/, ''))).toContain(
    `${screen} says ${field}`,
  )
})

test('each figure that is compared has a planted defect', () => {
  const screens = Object.entries(compared).map(([key, of]) => [`Report ${key}`, Object.keys(of)] as const)
  const all = [...screens, ['Dashboard', Object.keys(onDashboard)], ['Analytics', Object.keys(inAnalytics)]]
  expect(Object.fromEntries(all)).toEqual(
    Object.fromEntries(Object.entries(inReports).map(([screen, of]) => [screen, Object.keys(of)])),
  )
})
