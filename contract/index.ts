import { account } from './account.ts'
import { adjustmentReasons } from './adjustment-reasons.ts'
import { adjustmentTypes } from './adjustment-types.ts'
import { analytics } from './analytics.ts'
import { auditTrail } from './audit.ts'
import { categories } from './categories.ts'
import { companyProfile } from './company-profile.ts'
import { customerData } from './customer-data.ts'
import { customerTypes } from './customer-types.ts'
import { customers } from './customers.ts'
import { dashboard } from './dashboard.ts'
import { demo } from './demo.ts'
import type { Endpoint } from './endpoint.ts'
import { exports, imports } from './imports.ts'
import { inventoryAdjustments } from './inventory-adjustments.ts'
import { inventoryTypes } from './inventory-types.ts'
import { inventory } from './inventory.ts'
import { itemChanges } from './item-changes.ts'
import { items } from './items.ts'
import { labels } from './labels.ts'
import { locations } from './locations.ts'
import { lowStock } from './low-stock.ts'
import { notifications } from './notifications.ts'
import { paymentTypes } from './payment-types.ts'
import { purchaseOrderItems } from './purchase-order-items.ts'
import { purchaseOrders } from './purchase-orders.ts'
import { questions } from './questions.ts'
import { receivingItems } from './receiving-items.ts'
import { receivings } from './receivings.ts'
import { reminders } from './reminders.ts'
import { reports } from './reports.ts'
import { sales } from './sales.ts'
import { savedViews } from './saved-views.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shop } from './shop.ts'
import { stockCounts } from './stock-counts.ts'
import { stockTransfers } from './stock-transfers.ts'
import { suppliers } from './suppliers.ts'
import { transactionTypes } from './transaction-types.ts'
import { users } from './users.ts'

/** Every endpoint of the app. The server refuses to start while one of them is not served. */
export const contract = {
  account,
  users,
  companyProfile,
  adjustmentTypes,
  adjustmentReasons,
  auditTrail,
  analytics,
  categories,
  inventory,
  inventoryAdjustments,
  customerData,
  customers,
  customerTypes,
  dashboard,
  demo,
  exports,
  imports,
  inventoryTypes,
  itemChanges,
  items,
  labels,
  locations,
  lowStock,
  notifications,
  paymentTypes,
  purchaseOrders,
  purchaseOrderItems,
  questions,
  receivingItems,
  receivings,
  reports,
  reminders,
  sales,
  savedViews,
  search,
  settings,
  shop,
  stockCounts,
  stockTransfers,
  suppliers,
  transactionTypes,
}

export const endpoints: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group))
