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

/** Every record has its own address: its list's, with the record's key. */
export const recordPath = (list: ScreenPath, id: number) => `${list}?id=${id}`
