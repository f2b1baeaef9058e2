// This file is generated from the contract by `npm run contract:index`; do not edit it.
import { categories } from './catalogue/categories.ts'
import { itemChanges } from './catalogue/item-changes.ts'
import { items } from './catalogue/items.ts'
import { labels } from './catalogue/labels.ts'
import { shop } from './catalogue/shop.ts'
import { auditTrail } from './company/audit.ts'
import { companyProfile } from './company/company-profile.ts'
import { emptyShop } from './company/empty-shop.ts'
import { savedViews } from './company/saved-views.ts'
import { settingsChanges } from './company/settings-changes.ts'
import { settings } from './company/settings.ts'
import { demo } from './demo/demo.ts'
import { device, ownPin } from './devices/device.ts'
import { devices } from './devices/devices.ts'
import { drawerClosing, drawerMovements } from './drawers/closing.ts'
import { drawerReports } from './drawers/drawer-reports.ts'
import { drawerSessions } from './drawers/drawer-sessions.ts'
import { drawers, ownDrawer } from './drawers/drawers.ts'
import { events } from './events/events.ts'
import { importDrafts } from './imports/drafts.ts'
import { importPictures } from './imports/import-pictures.ts'
import { exports, imports } from './imports/imports.ts'
import { importMappings } from './imports/saved-mappings.ts'
import { analytics } from './insight/analytics.ts'
import { dashboard } from './insight/dashboard.ts'
import { reminders } from './insight/reminders.ts'
import { reports } from './insight/reports.ts'
import { search } from './insight/search.ts'
import { shopDays } from './insight/shop-day.ts'
import { apiTokens } from './integrations/api-tokens.ts'
import { webhooks } from './integrations/webhooks.ts'
import { liveBaskets } from './live/live-baskets.ts'
import { liveBuyers } from './live/live-buyers.ts'
import { liveClaims, liveRecord } from './live/live-claims.ts'
import { liveOverlay } from './live/live-overlay.ts'
import { livePaste } from './live/live-paste.ts'
import { liveRecap } from './live/live-recap.ts'
import { liveTyping } from './live/live-typing.ts'
import { liveShows, lives } from './live/lives.ts'
import { orderLinks } from './order-page/order-links.ts'
import { parcels } from './order-page/parcels.ts'
import { payAccounts } from './pay-accounts/pay-accounts.ts'
import { account } from './people/account.ts'
import { digest } from './people/digest.ts'
import { notifications } from './people/notifications.ts'
import { questions } from './people/questions.ts'
import { users } from './people/users.ts'
import { goldRates } from './pricing/gold-rates.ts'
import { itemPricing } from './pricing/item-pricing.ts'
import { repricings } from './pricing/repricing.ts'
import { saleGold } from './pricing/sale-gold.ts'
import { proofs } from './proofs/proofs.ts'
import { purchaseOrderItems } from './purchasing/purchase-order-items.ts'
import { purchaseOrders } from './purchasing/purchase-orders.ts'
import { receivingItems } from './purchasing/receiving-items.ts'
import { receivings } from './purchasing/receivings.ts'
import { suppliers } from './purchasing/suppliers.ts'
import { buyerCustomers, buyers } from './sales/buyers.ts'
import { carts } from './sales/carts.ts'
import { certificates } from './sales/certificates.ts'
import { credits } from './sales/credits.ts'
import { customerData } from './sales/customer-data.ts'
import { customerTypes } from './sales/customer-types.ts'
import { customers } from './sales/customers.ts'
import { exchanges } from './sales/exchanges.ts'
import { holds } from './sales/holds.ts'
import { messages } from './sales/messages.ts'
import { paymentTypes } from './sales/payment-types.ts'
import { saleLines } from './sales/sale-lines.ts'
import { salePrices } from './sales/sale-prices.ts'
import { sales } from './sales/sales.ts'
import { statements } from './sales/statements.ts'
import { tradeIns } from './sales/trade-ins.ts'
import { transactionTypes } from './sales/transaction-types.ts'
import type { Endpoint } from './shared/endpoint.ts'
import { adjustmentReasons } from './stock/adjustment-reasons.ts'
import { adjustmentTypes } from './stock/adjustment-types.ts'
import { inventoryAdjustments } from './stock/inventory-adjustments.ts'
import { inventoryTypes } from './stock/inventory-types.ts'
import { inventory } from './stock/inventory.ts'
import { locations } from './stock/locations.ts'
import { lowStock } from './stock/low-stock.ts'
import { pieces } from './stock/pieces.ts'
import { publicPieces } from './stock/public-pieces.ts'
import { repairReturns } from './stock/repair-returns.ts'
import { revaluations } from './stock/revaluations.ts'
import { stockCounts } from './stock/stock-counts.ts'
import { stockTransfers } from './stock/stock-transfers.ts'
import { jobs } from './system/jobs.ts'
import { system } from './system/system.ts'
import { taxes } from './tax/taxes.ts'
import { terms } from './terms/terms.ts'

/** Every endpoint of the app by group. The server refuses to start while an endpoint has no handler. */
export const contract = {
  account,
  adjustmentReasons,
  adjustmentTypes,
  analytics,
  apiTokens,
  auditTrail,
  buyerCustomers,
  buyers,
  carts,
  categories,
  certificates,
  companyProfile,
  credits,
  customerData,
  customerTypes,
  customers,
  dashboard,
  demo,
  device,
  devices,
  digest,
  drawerClosing,
  drawerMovements,
  drawerReports,
  drawerSessions,
  drawers,
  emptyShop,
  events,
  exchanges,
  exports,
  goldRates,
  holds,
  importDrafts,
  importMappings,
  importPictures,
  imports,
  inventory,
  inventoryAdjustments,
  inventoryTypes,
  itemChanges,
  itemPricing,
  items,
  jobs,
  labels,
  liveBaskets,
  liveBuyers,
  liveClaims,
  liveOverlay,
  livePaste,
  liveRecap,
  liveRecord,
  liveShows,
  liveTyping,
  lives,
  locations,
  lowStock,
  messages,
  notifications,
  orderLinks,
  ownDrawer,
  ownPin,
  parcels,
  payAccounts,
  paymentTypes,
  pieces,
  proofs,
  publicPieces,
  purchaseOrderItems,
  purchaseOrders,
  questions,
  receivingItems,
  receivings,
  reminders,
  repairReturns,
  reports,
  repricings,
  revaluations,
  saleGold,
  saleLines,
  salePrices,
  sales,
  savedViews,
  search,
  settings,
  settingsChanges,
  shop,
  shopDays,
  statements,
  stockCounts,
  stockTransfers,
  suppliers,
  system,
  taxes,
  terms,
  tradeIns,
  transactionTypes,
  users,
  webhooks,
}

export const endpoints: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group))
