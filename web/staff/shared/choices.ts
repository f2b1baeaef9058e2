import { categories } from '../../../contract/catalogue/categories.ts'
import { items } from '../../../contract/catalogue/items.ts'
import { drawerSessions } from '../../../contract/drawers/drawer-sessions.ts'
import { suppliers } from '../../../contract/purchasing/suppliers.ts'
import { buyers, describeHandle } from '../../../contract/sales/buyers.ts'
import { customers } from '../../../contract/sales/customers.ts'
import { paymentTypes } from '../../../contract/sales/payment-types.ts'
import { transactionTypes } from '../../../contract/sales/transaction-types.ts'
import { inventoryTypes } from '../../../contract/stock/inventory-types.ts'
import { locations } from '../../../contract/stock/locations.ts'
import type { RecordSource } from '../../ui/form/RecordSelect.tsx'

// Record sources for the select fields of forms and filters, so that every screen labels a record alike.

export const locationChoice: RecordSource<typeof locations.list> = {
  list: locations.list,
  option: (l) => ({ value: l.locationID, label: l.locationName }),
}

export const inventoryTypeChoice: RecordSource<typeof inventoryTypes.list> = {
  list: inventoryTypes.list,
  option: (t) => ({ value: t.inventoryTypeID, label: t.typeName }),
}

export const categoryChoice: RecordSource<typeof categories.list> = {
  list: categories.list,
  query: { sort: 'categoryName' },
  option: (c) => ({ value: c.categoryID, label: c.categoryName }),
}

export const drawerSessionChoice: RecordSource<typeof drawerSessions.list> = {
  list: drawerSessions.list,
  query: { sort: '-drawerSessionID' },
  option: (s) => ({ value: s.drawerSessionID, label: `${s.number}, ${s.drawerName}` }),
}

export const supplierChoice: RecordSource<typeof suppliers.list> = {
  list: suppliers.list,
  option: (s) => ({ value: s.supplierID, label: s.supplierName }),
}

export const itemChoice: RecordSource<typeof items.list> = {
  list: items.list,
  option: (i) => ({ value: i.itemID, label: `${i.itemName} (${i.itemCode})` }),
}

export const transactionTypeChoice: RecordSource<typeof transactionTypes.list> = {
  list: transactionTypes.list,
  query: { sort: 'transactionTypeID' },
  option: (t) => ({ value: t.transactionTypeID, label: t.transactionName }),
}

export const paymentTypeChoice: RecordSource<typeof paymentTypes.list> = {
  list: paymentTypes.list,
  query: { sort: 'paymentTypeID' },
  option: (t) => ({ value: t.paymentTypeID, label: t.paymentName }),
}

/** The ways to pay that bring money: not store credit, exchange or a trade-in. */
export const moneyTypeChoice: typeof paymentTypeChoice = {
  ...paymentTypeChoice,
  suits: ({ code }) => code === null || code === 'cash',
}

/** The ways to pay through an account of the shop, which are those that the shop added. */
export const accountTypeChoice: typeof paymentTypeChoice = { ...paymentTypeChoice, suits: ({ code }) => code === null }

export const customerChoice: RecordSource<typeof customers.list> = {
  list: customers.list,
  get: customers.get,
  option: (c) => ({ value: c.customerID, label: c.customerName }),
}

export const buyerChoice: RecordSource<typeof buyers.list> = {
  list: buyers.list,
  get: buyers.get,
  option: (b) => ({ value: b.buyerID, label: describeHandle(b) }),
}
