import type { ItemRow } from '../../contract/catalogue/items.ts'
import type { Account } from '../../contract/people/account.ts'
import { api, unique } from '../support/journeys.ts'

// The API creates these rows before a journey begins.

/** Creates an item of this journey with a stock of ten at Main. */
export async function stockedItem(account: Account) {
  const code = unique('E').replace(' ', '-')
  const category = await api<{ data: { categoryID: number } }>(account, 'POST', '/api/v1/categories', {
    categoryCode: code,
    categoryName: code,
  })
  const item = await api<{ data: ItemRow }>(account, 'POST', '/api/v1/item-inventory', {
    itemCode: code,
    barcode: `B${code}`,
    itemName: unique('Ring'),
    categoryID: category.data.categoryID,
    uom: 'PCS',
    grams: 3.2,
    price: 1234.5,
    cost: 700,
    quantity: 10,
  })
  return { ...item.data, categoryName: code }
}

/** Returns the quantity of an item at Main. */
export const onHand = async (account: Account, itemID: number) =>
  (await api<{ data: { quantity: number }[] }>(account, 'GET', `/api/v1/inventory?itemID=${itemID}`)).data[0]?.quantity

/** Creates an approved order of four pieces. */
export async function approvedOrder(account: Account, itemID: number): Promise<number> {
  const supplier = await api<{ data: { supplierID: number } }>(account, 'POST', '/api/v2/suppliers', {
    supplierName: unique('Kofu'),
    contactDetails: '1',
    email: 'orders@supplier.example',
  })
  const made = await api<{ data: { poID: number } }>(account, 'POST', '/api/v2/po/purchase-order-items', {
    supplierID: supplier.data.supplierID,
    locationID: 1,
    orderDate: '2026-11-01',
    expectedDeliverDate: '2026-11-30',
    purchaseOrderItems: [{ itemID, orderQty: 4, price: 660 }],
  })
  await api(account, 'PUT', `/api/v2/purchase-orders/${made.data.poID}/approve`)
  return made.data.poID
}
