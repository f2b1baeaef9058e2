// Proves that the verification of the books finds each contradiction between trade-ins, rates, scrap and ledgers.
import { expect, test } from 'vitest'

import { findContradictionsAfter } from '../../../tests/support/contradictions.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { customerOf, tradeInShop } from '../../../tests/support/trade-ins.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { findContradictions } from '../../prove-books.ts'

const { db, staff, manager, path, accepted, offered } = await tradeInShop()
const types = await db.select().from(paymentType)
const byTradeIn = types.find(({ code }) => code === 'trade_in')!.paymentTypeID
const bank = types.find(({ paymentName }) => paymentName === 'Bank transfer')!.paymentTypeID
const ben = await customerOf(db, 'Ben')
const ring = (await stockItem(db, { quantity: 9, price: 5000, cost: 3000 })).itemID

/** Buys a chain of 9.84 g of 18K for ₱60,000.00. */
const buy = () =>
  accepted([{ description: 'Rope chain', testedKarat: '18K', grossGrams: 9.84, loss: 2 }], { offer: 60_000 })
const sell = async (tradeInID: number) =>
  (
    await manager('POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      customerID: 1,
      items: [{ itemID: ring, orderQty: 1 }],
      payments: [{ paymentTypeID: byTradeIn, amount: 5000, tradeInID }],
      complete: true,
    })
  ).body.data
const bought = await buy()
const other = await buy()
const { transactionNumber, salesTransactionID } = await sell(bought.tradeInID)
const { transactionNumber: otherSale, salesTransactionID: otherID } = await sell(other.tradeInID)
const credited = await buy()
await staff('POST', `${path}/${credited.tradeInID}/settlement`, { to: 'credit' })
const back = await buy()
await manager('POST', `${path}/${back.tradeInID}/return`, { reason: 'Changed her mind' })
const open = await offered([{ description: 'Clasp', testedKarat: '18K', grossGrams: 1 }])

const off = [
  ...[
    'trade_in',
    'trade_in_piece',
    'sales_item',
    'item',
    'scrap_item',
    'money_entry',
    'credit_entry',
    'sales_transaction',
  ].map((table) => `alter table ${table} disable trigger user`),
  'alter table trade_in_piece drop constraint trade_in_piece_counted',
  'alter table trade_in_piece drop constraint trade_in_piece_sum',
  'alter table trade_in_piece drop constraint trade_in_piece_cost',
  'alter table trade_in_piece drop constraint trade_in_piece_rate',
]
const scrap = `(select item_id from scrap_item where karat = '18K')`
const of = (one: { tradeInID: number }) => `where trade_in_id = ${one.tradeInID}`

test('finds nothing in right books', async () => {
  expect(await findContradictions(db)).toEqual([])
})

test.each([
  [
    'grams that do not follow from the weights',
    `update trade_in_piece set counted_grams = 9.6 ${of(open)}`,
    `Trade-in ${open.tradeInNumber}: Clasp counts as 9.6 g at 6260.00, but it comes to 1 g at 6260.00 for 18K`,
  ],
  [
    'a sum that does not follow from the rate',
    `update trade_in_piece set sum = sum + 1 ${of(open)}`,
    `Trade-in ${open.tradeInNumber}: Clasp counts as 1 g at 6261.00, but it comes to 1 g at 6260.00 for 18K`,
  ],
  [
    'pieces that cost another amount than was offered',
    `update trade_in_piece set cost = cost - 1 ${of(bought)}`,
    `Trade-in ${bought.tradeInNumber} is Accepted for 60000.00, but its pieces cost 59999.00`,
  ],
  [
    'a trade-in without pieces',
    `delete from trade_in_piece ${of(open)}`,
    `Trade-in ${open.tradeInNumber} has no piece`,
  ],
  [
    'scrap that came for another amount',
    `update trade_in_piece set cost = 59999 ${of(back)}`,
    `Trade-in ${back.tradeInNumber}: 9.643 g for 59999.00 became scrap of inventory INVENTORY and 9.643 g went back, but its ledger says 9.643 g for 60000.00 and 9.643 g`,
  ],
  [
    'pieces that went back but are still accepted',
    `update trade_in set status = 'Accepted', closed_at = null ${of(back)}`,
    `Trade-in ${back.tradeInNumber}: 9.643 g for 60000.00 became scrap of inventory INVENTORY and 0 g went back, but its ledger says 9.643 g for 60000.00 and 9.643 g`,
  ],
  [
    'pieces in the scrap of another karat',
    `update scrap_item set karat = '22K'`,
    `Trade-in ${bought.tradeInNumber}: Rope chain of 18K became scrap of inventory INVENTORY, which is of another karat or place`,
  ],
  [
    'a trade-in that owes less than its entries say',
    `update trade_in set settled = settled + 1 ${of(bought)}`,
    `Trade-in ${bought.tradeInNumber} owes 54999.00, but its entries come to 55000.00`,
  ],
  [
    'a payment by trade-in that names none',
    `update money_entry set trade_in_id = null where sales_transaction_id = ${otherID}`,
    'Money entry ENTRY moves 5000.00 by trade-in, but names none',
  ],
  [
    'a payment by another type that names one',
    `update money_entry set payment_type_id = ${bank} where sales_transaction_id = ${otherID}`,
    `Money entry ENTRY moves 5000.00 by trade-in, but names ${other.tradeInNumber}`,
  ],
  [
    'a trade-in that pays the sale of another customer',
    `update sales_transaction set customer_id = ${ben} where sales_transaction_id = ${salesTransactionID}`,
    `Trade-in ${bought.tradeInNumber} pays sale ${transactionNumber}, which is of another customer`,
  ],
  [
    'a trade-in that pays two sales',
    `update money_entry set trade_in_id = ${bought.tradeInID} where sales_transaction_id = ${otherID}`,
    `Trade-in ${bought.tradeInNumber} pays 2 sales at once`,
  ],
  [
    'credit of another customer',
    `update credit_entry set customer_id = ${ben} ${of(credited)}`,
    `Credit entry ENTRY of trade-in ${credited.tradeInNumber} is of another customer`,
  ],
  [
    'scrap that was sold',
    `update sales_item set item_id = ${scrap} where sales_transaction_id = ${otherID}`,
    `Sale ${otherSale} has a line of scrap 18K`,
  ],
  [
    'scrap that is another item by now',
    `update item set price = 5, uom = 'PCS' where item_id = ${scrap}`,
    'Item SCRAP-18K keeps scrap of 18K, but it is PCS of 18K at 5.00',
  ],
])('finds %s', async (_, statement, sentence) => {
  const found = await findContradictionsAfter(db, ...off, statement)
  const plain = found.map((one) =>
    one.replace(/inventory \d+/, 'inventory INVENTORY').replace(/entry \d+/, 'entry ENTRY'),
  )
  expect(plain).toContain(sentence)
})

test('names the guards that are gone', async () => {
  const found = await findContradictionsAfter(db, ...off, 'drop trigger item_stays_scrap on item')
  expect(found).toContain('The guard trade_in_guarded of table trade_in is switched off')
  expect(found).toContain('The guard item_stays_scrap of table item is not there')
})
