import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { sale, saleItem, stockReservation } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import { type Context, shopItself } from '../../kernel/context.ts'
import { receiveGoods } from './arrivals.ts'
import { postMovements, findOrCreateStockRow } from './ledger.ts'
import { verifyStock } from './verify.ts'

const { db } = await testApp()
const context: Context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }

// The shop has two stock rows, a completed sale of 2 from the first, and an open sale that holds 3 of it.
const [rings] = await db.insert(category).values({ categoryCode: 'RG', categoryName: 'Rings' }).returning()
const gold = { categoryID: rings!.categoryID, grams: 1, price: 100, averageCost: 60, uom: 'PCS' as const }
await db.insert(item).values([
  { ...gold, itemCode: 'RG-1', itemName: 'Band' },
  { ...gold, itemCode: 'RG-2', itemName: 'Signet' },
])
for (const itemID of [1, 2]) {
  const inventoryID = await findOrCreateStockRow(context, { itemID, locationID: 1, inventoryTypeID: 1 })
  const document = { kind: 'opening', documentType: 'inventory', documentID: inventoryID } as const
  await postMovements(context, document, [{ inventoryID, quantity: 10, unitCost: 60 }])
}
for (const [n, status] of (['Completed', 'Processing'] as const).entries()) {
  const orderQty = n + 2
  await db.insert(sale).values({
    transactionNumber: `SO-2026-00000${n + 1}`,
    locationID: 1,
    transactionTypeID: 1,
    orderDate: '2026-01-01',
    totalItems: 1,
    totalQuantity: orderQty,
    subtotal: 100 * orderQty,
    totalPurchase: 100 * orderQty,
    status,
  })
  await db
    .insert(saleItem)
    .values({ salesTransactionID: n + 1, itemID: 1, price: 100, orderQty, lineTotal: 100 * orderQty })
}
await postMovements(context, { kind: 'sale', documentType: 'sale', documentID: 1 }, [
  { inventoryID: 1, quantity: -2, unitCost: 60 },
])
await db.update(saleItem).set({ cost: 120 }).where(eq(saleItem.salesTransactionID, 1))
await db.insert(stockReservation).values({ salesItemID: 2, inventoryID: 1, quantity: 3 })

// It also has an order of 5 of a third item. A completed receiving brought 4, and another one is Pending.
await db.insert(item).values({ ...gold, itemCode: 'RG-3', itemName: 'Hoop' })
await db.insert(location).values({ locationName: 'Cebu' })
await db.insert(supplier).values({ supplierName: 'Kofu', contactDetails: '1', email: 'k@x.example' })
await db.insert(purchaseOrder).values({
  poNumber: 'PO-2026-000001',
  supplierID: 1,
  locationID: 1,
  orderDate: '2026-01-01',
  expectedDeliverDate: '2026-01-02',
  status: 'Partially Received',
  totalCost: 300,
})
await db.insert(purchaseOrderItem).values({ poID: 1, itemID: 3, uom: 'PCS', unitCost: 60, orderQty: 5, receivedQty: 4 })
for (const [status, quantity] of [
  ['Completed', 4],
  ['Pending', 1],
] as const) {
  const [made] = await db
    .insert(receiving)
    .values({ poID: 1, locationID: 1, receivedDate: '2026-01-02', receivedByID: 1, status })
    .returning()
  await db.insert(receivingItem).values({
    poReceivingID: made!.poReceivingID,
    poItemID: 1,
    itemID: 3,
    uom: 'PCS',
    receivedQty: quantity,
    unitCost: 60,
    stockQty: quantity,
    stockUnitCost: 60,
  })
}
// This row has an explicit key, because the violations below insert rows 3 and 4.
await db.execute(
  'insert into inventory (inventory_id, item_id, location_id, inventory_type_id) overriding system value values (9, 3, 1, 1)',
)
await receiveGoods(context, { documentID: 1, locationID: 1 }, [{ itemID: 3, quantity: 4, unitCost: 60, value: 240 }])

/** Costs nothing where the statements omit it, and brings the values up to the ledger. */
const [costless, valued] = [
  `alter table stock_movement alter column value set default 0;
   alter table sales_refund_item alter column cost set default 0;
   alter table stock_value drop constraint stock_value_quantity, drop constraint stock_value_value`,
  `update stock_value v set quantity = booked.quantity, value = booked.value from (
     select item_id, sum(m.quantity) as quantity, sum(m.value) as value
     from stock_movement m join inventory using (inventory_id) group by 1
   ) booked where booked.item_id = v.item_id`,
]

const droppedRules = ['quantity', 'value'].map(
  (rule) => `The rule stock_value_${rule} of table stock_value is not there`,
)

/** Returns the problems that the statements cause, apart from those of values and costs. */
async function after(...statements: string[]) {
  const found = await afterEverything(costless, ...statements, valued)
  expect(found).toEqual(expect.arrayContaining(droppedRules))
  return found.filter((one) => !droppedRules.includes(one))
}

/** Runs the statements with all triggers disabled, returns the reported problems, and rolls everything back. */
async function afterEverything(...statements: string[]): Promise<string[]> {
  expect(await verifyStock({ db })).toEqual([])
  let found: string[] = []
  class Undo extends Error {}
  await db
    .transaction(async (tx) => {
      await tx.execute("set local session_replication_role = 'replica'")
      for (const statement of statements) await tx.execute(sql.raw(statement))
      found = await verifyStock({ db: tx })
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return found
}

const movement = (values: string) =>
  `insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost)
   values (${values})`

const refund = "insert into sales_refund (sales_transaction_id, payment_type_id, reason, amount) values (1, 1, '', 0)"

test.each<[string, string[], string[]]>([
  [
    'goods that came back, but not into stock',
    [refund, "insert into sales_refund_item values (1, 1, 1, 0, 'restock')"],
    ['Sale SO-2026-000001: 1 of Band came back for the shelf or the workshop, but 0 came back into stock'],
  ],
  [
    'more that came back than was sold',
    [refund, "insert into sales_refund_item values (1, 1, 3, 0, 'scrap')"],
    ['Sale SO-2026-000001, line 1 sold 2 but 3 came back'],
  ],
  [
    'a quantity that nothing moved',
    ['update inventory set quantity = 11.5 where inventory_id = 2'],
    [
      'Inventory 2 has 11.5 on hand, but its ledger adds up to 10',
      'Inventory 2 has 11.5 on hand of Signet, which is counted in whole numbers',
    ],
  ],
  [
    'a movement that was taken away',
    ['delete from stock_movement where inventory_id = 1 and sequence = 1'],
    [
      'Inventory 1 has 8 on hand, but its ledger adds up to -2',
      'Inventory 1 counts 2 movements, but its ledger has 1',
      'Inventory 1: movement 2 leaves 8, but the one before left 0 and it moved -2',
      'Inventory 1: its movements have a gap in their numbers: number 2 is at place 1',
    ],
  ],
  [
    'a movement that was changed',
    ['update stock_movement set quantity = -1 where inventory_id = 1 and sequence = 2'],
    [
      'Inventory 1 has 8 on hand, but its ledger adds up to 9',
      'Inventory 1: movement 2 leaves 8, but the one before left 10 and it moved -1',
      'Sale SO-2026-000001 is Completed with 2 of Band, but 1 went out of stock for it',
    ],
  ],
  [
    'a quantity after that was changed',
    ['update stock_movement set quantity_after = 12 where inventory_id = 2'],
    ['Inventory 2: movement 1 leaves 12, but the one before left 0 and it moved 10'],
  ],
  [
    'a movement of a sale that never was, below zero',
    [movement("2, 2, 'sale', 'sale', 77, -12, -2, 1"), 'update inventory set movements = 2 where inventory_id = 2'],
    [
      'Inventory 2 has 10 on hand, but its ledger adds up to -2',
      'Inventory 2: movement 2 left it negative, at -2',
      'Inventory 2: movement 2 names sale 77, which is not there',
    ],
  ],
  [
    'two movements that make up for each other',
    [
      movement("2, 2, 'correction', 'inventory', 2, 5, 15, 1"),
      movement("2, 3, 'correction', 'inventory', 1, -5, 10, 1"),
    ],
    [
      'Inventory 2 counts 1 movements, but its ledger has 3',
      'Inventory 2: movement 3 names inventory 1, which is not there',
    ],
  ],
  [
    'stock below zero with its ledger',
    [
      'alter table inventory drop constraint inventory_quantity, drop constraint inventory_reserved',
      movement("2, 2, 'correction', 'inventory', 2, -11, -1, 1"),
      'update inventory set quantity = -1, movements = 2 where inventory_id = 2',
    ],
    [
      'Inventory 2: movement 2 left it negative, at -1',
      'Inventory 2 has -1 on hand and 0 reserved',
      'The rule inventory_quantity of table inventory is not there',
      'The rule inventory_reserved of table inventory is not there',
    ],
  ],
  [
    'a reservation that nobody made',
    ['update inventory set reserved = 5 where inventory_id = 1'],
    ['Inventory 1 has 5 reserved, but open sales hold 3'],
  ],
  [
    'an open sale that lost what it holds',
    ['delete from stock_reservation', 'update inventory set reserved = 0'],
    ['Sale SO-2026-000002, line 2 asks for 3 but holds 0'],
  ],
  [
    'an open sale that holds more than it asks for',
    ['update sales_item set order_qty = 2 where sales_item_id = 2'],
    ['Sale SO-2026-000002, line 2 asks for 2 but holds 3'],
  ],
  [
    'a sale that holds what it does not sell',
    [
      'update stock_reservation set inventory_id = 2',
      'update inventory set reserved = case inventory_id when 2 then 3 else 0 end',
    ],
    ['Sale SO-2026-000002, line 2 holds inventory 2, which is another item or at another location'],
  ],
  [
    'a canceled sale that holds stock',
    ["update sales_transaction set status = 'Canceled' where sales_transaction_id = 2"],
    ['Sale SO-2026-000002 is Canceled but still holds stock'],
  ],
  [
    'a sale handed over without its goods',
    [
      "update sales_transaction set status = 'Completed' where sales_transaction_id = 2",
      'delete from stock_reservation',
      'update inventory set reserved = 0',
    ],
    ['Sale SO-2026-000002 is Completed with 3 of Band, but 0 went out of stock for it'],
  ],
  [
    'a sale that is open again though its goods are gone',
    ["update sales_transaction set status = 'Canceled' where sales_transaction_id = 1"],
    ['Sale SO-2026-000001 is Canceled with 0 of Band, but 2 went out of stock for it'],
  ],
  [
    'an adjustment that is approved but moved nothing, and one that moved something else',
    [
      "insert into inventory_adjustment (inventory_id, adjustment_type_id, adjustment_reason_id, quantity_adjusted, status) values (1, 1, 1, -3, 'Completed'), (1, 1, 1, 2, 'Pending')",
      movement("2, 2, 'adjustment', 'adjustment', 2, 2, 12, 1"),
      'update inventory set quantity = 12, movements = 2 where inventory_id = 2',
    ],
    [
      'Inventory adjustment 1 changes inventory 1 by -3, but its ledger by 0',
      'Inventory adjustment 2 changes inventory 2 by 0, but its ledger by 2',
    ],
  ],
  [
    'a transfer that moved nothing, one that lost a piece on its way, and one that never was',
    [
      "insert into stock_transfer (transfer_id, transfer_number, from_location_id, to_location_id) overriding system value values (1, 'ST-2026-000001', 1, 2), (2, 'ST-2026-000002', 1, 2)",
      'insert into stock_transfer_item (transfer_id, item_id, inventory_type_id, quantity) values (1, 1, 1, 4), (2, 2, 1, 3)',
      'insert into inventory (inventory_id, item_id, location_id, inventory_type_id, quantity, movements) overriding system value values (3, 2, 2, 1, 2, 1)',
      movement("2, 2, 'transfer', 'transfer', 2, -3, 7, 60"),
      movement("3, 1, 'transfer', 'transfer', 2, 2, 2, 60"),
      movement("2, 3, 'transfer', 'transfer', 77, -1, 6, 60"),
      'update inventory set quantity = 6, movements = 3 where inventory_id = 2',
    ],
    [
      'Transfer ST-2026-000001 moves 4 of Band, but 0 went out, 0 came in and 0 moved elsewhere',
      'Transfer ST-2026-000002 moves 3 of Signet, but 3 went out, 2 came in and 0 moved elsewhere',
      'Inventory 2: movement 3 names transfer 77, which is not there',
    ],
  ],
  [
    'a transfer that moved what it does not name, and to a third place',
    [
      "insert into stock_transfer (transfer_id, transfer_number, from_location_id, to_location_id) overriding system value values (1, 'ST-2026-000001', 1, 2)",
      'insert into stock_transfer_item (transfer_id, item_id, inventory_type_id, quantity) values (1, 1, 1, 1)',
      'insert into inventory (inventory_id, item_id, location_id, inventory_type_id, quantity, movements) overriding system value values (3, 1, 2, 1, 1, 1), (4, 1, 3, 1, 1, 1)',
      movement("1, 3, 'transfer', 'transfer', 1, -1, 7, 60"),
      movement("3, 1, 'transfer', 'transfer', 1, 1, 1, 60"),
      movement("4, 1, 'transfer', 'transfer', 1, 1, 1, 60"),
      movement("2, 2, 'transfer', 'transfer', 1, -1, 9, 60"),
      'update inventory set quantity = 7, movements = 3 where inventory_id = 1',
      'update inventory set quantity = 9, movements = 2 where inventory_id = 2',
    ],
    [
      'Transfer ST-2026-000001 moves 1 of Band, but 1 went out, 1 came in and 1 moved elsewhere',
      'Transfer ST-2026-000001 moves 0 of Signet, but 1 went out, 0 came in and 0 moved elsewhere',
    ],
  ],
  [
    'a completed receiving whose goods never came',
    ["update po_receiving set status = 'Completed' where po_receiving_id = 2"],
    [
      'Receiving 2 is Completed with 1 of Hoop, but 0 came into stock at its location for it',
      'PO-2026-000001, line 1 counts 4 of Hoop as received, but completed receivings brought 5',
    ],
  ],
  [
    'a canceled receiving whose goods came',
    ["update po_receiving set status = 'Canceled' where po_receiving_id = 1"],
    [
      'Receiving 1 is Canceled with 0 of Hoop, but 4 came into stock at its location for it',
      'PO-2026-000001, line 1 counts 4 of Hoop as received, but completed receivings brought 0',
    ],
  ],
  [
    'a Pending receiving that moved stock',
    [
      movement("9, 2, 'receiving', 'receiving', 2, 1, 5, 60"),
      'update inventory set quantity = 5, movements = 2 where inventory_id = 9',
    ],
    ['Receiving 2 is Pending with 0 of Hoop, but 1 came into stock at its location for it'],
  ],
  [
    'goods that came to another location',
    ['update po_receiving set location_id = 2 where po_receiving_id = 1'],
    ['Receiving 1 is Completed with 4 of Hoop, but 0 came into stock at its location for it'],
  ],
  [
    'goods that came as another item',
    ['update po_receiving_item set item_id = 2 where po_receiving_id = 1'],
    [
      'Receiving 1 is Completed with 0 of Hoop, but 4 came into stock at its location for it',
      'Receiving 1 is Completed with 4 of Signet, but 0 came into stock at its location for it',
      'Receiving 1, line 1 fulfils line 1, which is of another order or for another item',
    ],
  ],
  [
    'an ordered line that counts what never came',
    ['update purchase_order_item set received_qty = 5'],
    ['PO-2026-000001, line 1 counts 5 of Hoop as received, but completed receivings brought 4'],
  ],
  [
    'a receiving that fulfils a line of another order',
    ['update po_receiving set po_id = null where po_receiving_id = 2'],
    ['Receiving 2, line 2 fulfils line 1, which is of another order or for another item'],
  ],
  [
    'a movement of a receiving that never was',
    [
      movement("9, 2, 'receiving', 'receiving', 77, 1, 5, 60"),
      'update inventory set quantity = 5, movements = 2 where inventory_id = 9',
    ],
    ['Inventory 9: movement 2 names receiving 77, which is not there'],
  ],
  [
    'a guard that is off, and one that is gone',
    [
      'alter table stock_movement disable trigger stock_movement_is_final',
      'drop trigger inventory_moves_through_ledger on inventory',
    ],
    [
      'The guard inventory_moves_through_ledger of table inventory is not there',
      'The guard stock_movement_is_final of table stock_movement is switched off',
    ],
  ],
])('%s is found', async (_, statements, problems) => {
  expect((await after(...statements)).toSorted()).toEqual(problems.toSorted())
})

test('lapsed holds and pre-orders beyond the stock are not reported', async () => {
  const released = ['delete from stock_reservation', 'update inventory set reserved = 0']
  const lapsed =
    "update sales_transaction set status = 'Pending', hold_until = now() - interval '1 minute' where sales_transaction_id = 2"
  expect(await after(...released, lapsed)).toEqual([])
  const lasting = "update sales_transaction set hold_until = now() + interval '1 minute' where sales_transaction_id = 2"
  expect(await after(...released, lasting)).toEqual(['Sale SO-2026-000002, line 2 asks for 3 but holds 0'])
  expect(await after(...released, 'update sales_transaction set transaction_type_id = 4')).toEqual([])
})

// The database itself refuses these statements from any client.
test.each([
  ['update inventory set quantity = 99', '23001', 'inventory quantities move through the ledger'],
  ['update inventory set reserved = 0', '23001', 'inventory quantities move through the ledger'],
  ['update inventory set movements = 0', '23001', 'inventory quantities move through the ledger'],
  [
    'insert into inventory (item_id, location_id, inventory_type_id, quantity) values (1, 1, 2, 5)',
    '23001',
    'a row of inventory starts empty',
  ],
  [
    'insert into inventory (item_id, location_id, inventory_type_id, movements) values (1, 1, 2, 1)',
    '23001',
    'a row of inventory starts empty',
  ],
  ['update stock_movement set unit_cost = 0', '23001', 'rows of stock_movement are never changed'],
  ['delete from stock_movement', '23001', 'rows of stock_movement are never changed'],
  ['truncate stock_movement', '23001', 'rows of stock_movement are never changed'],
  ['truncate inventory cascade', '23001', /never changed|cannot be emptied/],
  ['truncate stock_reservation', '23001', 'stock_reservation cannot be emptied at once'],
  ['delete from inventory', '23503', /violates foreign key/],
  [movement("1, 0, 'correction', 'inventory', 1, -6, 0, 1"), '23514', /inventory_reserved/],
  [movement("2, 0, 'correction', 'inventory', 2, -11, 0, 1"), '23514', /inventory_quantity/],
  [movement("2, 0, 'correction', 'inventory', 2, 0, 0, 1"), '23514', /stock_movement_quantity/],
  [movement("2, 0, 'correction', 'inventory', 2, 1, 0, -1"), '23514', /stock_movement_unit_cost/],
  ['insert into stock_reservation values (2, 2, 11)', '23514', /inventory_reserved/],
  ['update stock_reservation set quantity = 9', '23514', /inventory_reserved/],
  ['insert into stock_reservation values (2, 2, 0)', '23514', /stock_reservation_quantity/],
])('the database refuses %s', async (statement, code, message) => {
  await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
    cause: { code, message: expect.stringMatching(message) },
  })
  expect(await verifyStock({ db })).toEqual([])
})

const restocked = [
  refund,
  "insert into sales_refund_item (refund_id, sales_item_id, qty, amount, cost, disposition) values (1, 1, 1, 0, 60, 'restock')",
  `insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost, value)
   values (1, 3, 'refund', 'sale', 1, 1, 9, 60, 60)`,
  'update inventory set quantity = 9, movements = 3 where inventory_id = 1',
  'update stock_value set quantity = 9, value = 540 where item_id = 1',
]
const sent = [
  "insert into location (location_name) values ('Far')",
  `insert into stock_transfer (transfer_id, transfer_number, from_location_id, to_location_id)
   overriding system value values (9, 'ST-9', 1, (select max(location_id) from location))`,
  'insert into stock_transfer_item (transfer_id, item_id, inventory_type_id, quantity) values (9, 2, 1, 1)',
  `insert into inventory (inventory_id, item_id, location_id, inventory_type_id, quantity, movements)
   overriding system value select 99, 2, max(location_id), 1, 1, 1 from location`,
  `insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost, value)
   values (2, 2, 'transfer', 'transfer', 9, -1, 9, 60, -60), (99, 1, 'transfer', 'transfer', 9, 1, 1, 60, 60)`,
  'update inventory set quantity = 9, movements = 2 where inventory_id = 2',
]

test.each<[string, string[], string[]]>([
  ['nothing, after a return at its cost', restocked, []],
  ['nothing, after a transfer', sent, []],
  [
    'a value that nothing moved',
    ['update stock_value set value = 481 where item_id = 1'],
    ['Band is worth 481.00 for 8 by its value, but its ledger adds up to 480.00 for 8'],
  ],
  [
    'an item without a value',
    ['delete from stock_value where item_id = 2'],
    ['Signet is worth 0 for 0 by its value, but its ledger adds up to 600.00 for 10'],
  ],
  [
    'a movement with another value',
    ['update stock_movement set value = -119.99 where inventory_id = 1 and sequence = 2'],
    [
      'Band is worth 480.00 for 8 by its value, but its ledger adds up to 480.01 for 8',
      'Sale SO-2026-000001: Band cost 120.00 by its lines, but 119.99 left the stock',
    ],
  ],
  [
    'a transfer that changes the value',
    [...sent, 'update stock_movement set value = 60.01 where inventory_id = 99'],
    [
      'Signet is worth 600.00 for 10 by its value, but its ledger adds up to 600.01 for 10',
      'Transfer ST-9 changes the value of Signet by 0.01',
    ],
  ],
  [
    'a revaluation that is not in the ledger',
    [
      `insert into stock_revaluation (item_id, reason, cost_before, cost_after, quantity, difference)
       values (2, 'Gold went up', 60, 61, 10, 10)`,
    ],
    ['Revaluation 1 changed the value of Signet by 10.00, but its ledger by 0'],
  ],
  [
    'a sale that cost something else',
    ['update sales_item set cost = 119 where sales_item_id = 1'],
    ['Sale SO-2026-000001: Band cost 119.00 by its lines, but 120.00 left the stock'],
  ],
  [
    'a return at another cost',
    [...restocked, 'update sales_refund_item set cost = 59.99 where refund_id = 1'],
    ['Sale SO-2026-000001: Band came back at 59.99 by its refunds, but 60.00 came into stock'],
  ],
  [
    'a whole return that leaves a rest of the cost',
    [
      refund,
      "insert into sales_refund_item (refund_id, sales_item_id, qty, amount, cost, disposition) values (1, 1, 2, 0, 119.99, 'scrap')",
    ],
    ['Sale SO-2026-000001, line 1 cost 120.00, but 119.99 came back or was scrapped'],
  ],
])('finds in values and costs %s', async (_, statements, problems) => {
  expect(await afterEverything(...statements)).toEqual(problems)
})
