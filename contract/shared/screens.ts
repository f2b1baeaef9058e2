import type { Endpoint } from './endpoint.ts'

/**
 * The address of every screen behind the sign-in, and of signing in itself: the server answers these with the
 * back-office's page, and everything else with the public site.
 */
export const screens = {
  login: '/login',
  register: '/register',
  profile: '/profile',
  dashboard: '/dashboard',
  analytics: '/analytics',
  report: '/report',
  messages: '/messages',
  imports: '/import',
  settings: '/settings',
  auditTrail: '/audit-trail',
  sales: '/sales',
  items: '/items',
  inventory: '/inventory',
  stockTransfers: '/stock-transfer',
  stockCounts: '/stock-count',
  lowStock: '/low-stock',
  inventoryAdjustments: '/inventory-adjustment',
  categories: '/categories',
  purchaseOrders: '/purchase-order',
  purchaseOrderItems: '/po-item',
  receivings: '/po-receiving',
  receivingItems: '/po-receiving-item',
  suppliers: '/supplier',
  customers: '/customer',
  customerTypes: '/customer-type',
  users: '/users',
  inventoryTypes: '/inventory-type',
  adjustmentReasons: '/adjustment-type-reason',
  adjustmentTypes: '/adjustment-type',
  locations: '/location',
  paymentTypes: '/payment-type',
  transactionTypes: '/transaction-type',
  companyProfile: '/company-profile',
} as const

export const staffPaths: string[] = Object.values(screens)

export type ScreenPath = (typeof screens)[keyof typeof screens]

/** The list that a screen opens with, by its call's path: known before the code of either has come. */
export const listOf: Partial<Record<ScreenPath, Endpoint['path']>> = {
  [screens.sales]: '/api/v2/sales',
  [screens.items]: '/api/v1/items',
  [screens.inventory]: '/api/v1/inventory',
  [screens.stockTransfers]: '/api/v1/stock-transfers',
  [screens.stockCounts]: '/api/v1/stock-counts',
  [screens.lowStock]: '/api/v1/low-stock',
  [screens.inventoryAdjustments]: '/api/v1/inventory-adjustment',
  [screens.categories]: '/api/v1/categories',
  [screens.purchaseOrders]: '/api/v2/purchase-orders',
  [screens.purchaseOrderItems]: '/api/v2/purchase-order-items',
  [screens.receivings]: '/api/v2/po-receiving',
  [screens.receivingItems]: '/api/v2/po-receiving-items',
  [screens.suppliers]: '/api/v2/suppliers',
  [screens.customers]: '/api/v2/customers',
  [screens.customerTypes]: '/api/v2/customer-types',
  [screens.users]: '/api/v1/users',
  [screens.inventoryTypes]: '/api/v1/inventory-type',
  [screens.adjustmentReasons]: '/api/v1/adjustment-reason',
  [screens.adjustmentTypes]: '/api/v1/adjustment-type',
  [screens.locations]: '/api/v1/locations',
  [screens.paymentTypes]: '/api/v3/transaction/payment-types',
  [screens.transactionTypes]: '/api/v3/transaction/transaction-types',
  [screens.auditTrail]: '/api/v1/audit',
}

/** Every record has its own address: its list's, with the record's key. */
export const recordPath = (list: ScreenPath, id: number) => `${list}?id=${id}`
