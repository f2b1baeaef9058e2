import type { Endpoint } from './endpoint.ts'
import { entrances } from './entrances.ts'
import type { Access } from './permissions.ts'

/** The headings of the sidebar. */
export const groups = ['Sell', 'Stock', 'Buy', 'People', 'Set-up'] as const

/** A screen behind the sign-in. Its page is in web/staff/pages.ts. */
type Screen = {
  path: `/${string}`
  label: string
  /** Its heading in the sidebar; null: at the top, without one. */
  group: (typeof groups)[number] | null
  /** Its picture, by its name in web/staff/navigation/screens.ts. */
  icon: string
  /** The access that the sidebar, the search and the route ask for. */
  access: Access
  /** Reached from elsewhere: it has no link in the sidebar. */
  inSidebar?: false
  /** The screen of which it is a tab; it stands under that screen's link. */
  tabOf?: `/${string}`
  /** Its name among those tabs. */
  tab?: string
  /** The path of the list that it opens with: the browser asks for it while the screen's code comes. */
  list?: Endpoint['path']
  /** The records that it lists and opens. */
  record?: RecordWords
}

/** How the audit trail names a kind of record. */
export type RecordWords = {
  /** The name under which it is recorded. */
  entity: string
  label: string
  /** The fields that name one of them. */
  name: readonly string[]
  /** The first letters of its document numbers. */
  number?: string
}

/**
 * Every screen behind the sign-in, in the order of the sidebar. From an entry follow its address, route, guard, link,
 * place in the search, early list and the words of the audit trail. Plain text only: every screen loads this file first.
 */
export const staffScreens = {
  dashboard: {
    path: entrances.dashboard,
    label: 'Dashboard',
    group: null,
    icon: 'dashboard',
    access: 'signedIn',
  },
  sales: {
    path: '/sales',
    label: 'Sales',
    group: 'Sell',
    icon: 'sales',
    access: 'sales.read',
    list: '/api/v2/sales',
    record: { entity: 'sale', label: 'Sale', name: ['transactionNumber'], number: 'SO' },
  },
  items: {
    path: '/items',
    label: 'Items',
    group: 'Stock',
    icon: 'items',
    access: 'catalogue.read',
    list: '/api/v1/items',
    record: { entity: 'item', label: 'Item', name: ['itemCode'] },
  },
  inventory: {
    path: '/inventory',
    label: 'Inventory',
    group: 'Stock',
    icon: 'inventory',
    access: 'stock.read',
    tab: 'Stock',
    list: '/api/v1/inventory',
    record: { entity: 'inventory', label: 'Inventory', name: [] },
  },
  stockTransfers: {
    path: '/stock-transfer',
    label: 'Stock Transfer',
    group: 'Stock',
    icon: 'inventory',
    access: 'stock.read',
    tabOf: '/inventory',
    tab: 'Transfers',
    list: '/api/v1/stock-transfers',
    record: { entity: 'stockTransfer', label: 'Stock transfer', name: ['transferNumber'], number: 'ST' },
  },
  stockCounts: {
    path: '/stock-count',
    label: 'Stock Count',
    group: 'Stock',
    icon: 'inventory',
    access: 'stock.read',
    tabOf: '/inventory',
    tab: 'Counts',
    list: '/api/v1/stock-counts',
    record: { entity: 'stockCount', label: 'Stock count', name: ['countNumber'], number: 'SC' },
  },
  lowStock: {
    path: '/low-stock',
    label: 'Low Stock',
    group: 'Stock',
    icon: 'inventory',
    access: 'stock.read',
    tabOf: '/inventory',
    tab: 'Low stock',
    list: '/api/v1/low-stock',
  },
  inventoryAdjustments: {
    path: '/inventory-adjustment',
    label: 'Inventory Adjustment',
    group: 'Stock',
    icon: 'inventoryAdjustment',
    access: 'stock.read',
    list: '/api/v1/inventory-adjustment',
    record: { entity: 'inventoryAdjustment', label: 'Inventory adjustment', name: [] },
  },
  categories: {
    path: '/categories',
    label: 'Categories',
    group: 'Stock',
    icon: 'categories',
    access: 'catalogue.read',
    list: '/api/v1/categories',
    record: { entity: 'category', label: 'Category', name: ['categoryName'] },
  },
  purchaseOrders: {
    path: '/purchase-order',
    label: 'Purchase Order',
    group: 'Buy',
    icon: 'purchaseOrder',
    access: 'purchasing.read',
    tab: 'Orders',
    list: '/api/v2/purchase-orders',
    record: { entity: 'purchaseOrder', label: 'Purchase order', name: ['poNumber'], number: 'PO' },
  },
  purchaseOrderItems: {
    path: '/po-item',
    label: 'Purchase Order Item',
    group: 'Buy',
    icon: 'purchaseOrder',
    access: 'purchasing.read',
    tabOf: '/purchase-order',
    tab: 'Items',
    list: '/api/v2/purchase-order-items',
    record: { entity: 'purchaseOrderItem', label: 'Purchase order item', name: [] },
  },
  receivings: {
    path: '/po-receiving',
    label: 'Purchase Order Receiving',
    group: 'Buy',
    icon: 'purchaseOrder',
    access: 'purchasing.read',
    tabOf: '/purchase-order',
    tab: 'Receiving',
    list: '/api/v2/po-receiving',
    record: { entity: 'receiving', label: 'Receiving', name: [] },
  },
  receivingItems: {
    path: '/po-receiving-item',
    label: 'Purchase Order Receiving Item',
    group: 'Buy',
    icon: 'purchaseOrder',
    access: 'purchasing.read',
    tabOf: '/purchase-order',
    tab: 'Receiving items',
    list: '/api/v2/po-receiving-items',
  },
  suppliers: {
    path: '/supplier',
    label: 'Supplier',
    group: 'Buy',
    icon: 'supplier',
    access: 'purchasing.read',
    list: '/api/v2/suppliers',
    record: { entity: 'supplier', label: 'Supplier', name: ['supplierName'] },
  },
  customers: {
    path: '/customer',
    label: 'Customer',
    group: 'People',
    icon: 'customer',
    access: 'sales.read',
    list: '/api/v2/customers',
    record: { entity: 'customer', label: 'Customer', name: ['firstName', 'middleName', 'lastName'] },
  },
  customerTypes: {
    path: '/customer-type',
    label: 'Customer Type',
    group: 'People',
    icon: 'customerType',
    access: 'customer_types.write',
    list: '/api/v2/customer-types',
    record: { entity: 'customerType', label: 'Customer type', name: ['TypeName'] },
  },
  users: {
    path: '/users',
    label: 'Users',
    group: 'People',
    icon: 'users',
    access: 'users.manage',
    list: '/api/v1/users',
    record: { entity: 'user', label: 'User', name: ['firstName', 'lastName'] },
  },
  inventoryTypes: {
    path: '/inventory-type',
    label: 'Inventory Type',
    group: 'Set-up',
    icon: 'inventoryType',
    access: 'stock.read',
    list: '/api/v1/inventory-type',
    record: { entity: 'inventoryType', label: 'Inventory type', name: ['typeName'] },
  },
  adjustmentReasons: {
    path: '/adjustment-type-reason',
    label: 'Adjustment Reason',
    group: 'Set-up',
    icon: 'adjustmentReason',
    access: 'stock.read',
    tab: 'Reasons',
    list: '/api/v1/adjustment-reason',
    record: { entity: 'adjustmentReason', label: 'Adjustment reason', name: ['reasonName'] },
  },
  adjustmentTypes: {
    path: '/adjustment-type',
    label: 'Adjustment Type',
    group: 'Set-up',
    icon: 'adjustmentReason',
    access: 'stock.read',
    tabOf: '/adjustment-type-reason',
    tab: 'Types',
    list: '/api/v1/adjustment-type',
    record: { entity: 'adjustmentType', label: 'Adjustment type', name: ['typeName'] },
  },
  locations: {
    path: '/location',
    label: 'Location',
    group: 'Set-up',
    icon: 'location',
    access: 'stock.read',
    list: '/api/v1/locations',
    record: { entity: 'location', label: 'Location', name: ['locationName'] },
  },
  paymentTypes: {
    path: '/payment-type',
    label: 'Payment Type',
    group: 'Set-up',
    icon: 'paymentType',
    access: 'sales.read',
    list: '/api/v3/transaction/payment-types',
    record: { entity: 'paymentType', label: 'Payment type', name: ['paymentName'] },
  },
  transactionTypes: {
    path: '/transaction-type',
    label: 'Transaction Type',
    group: 'Set-up',
    icon: 'transactionType',
    access: 'sales.read',
    list: '/api/v3/transaction/transaction-types',
    record: { entity: 'transactionType', label: 'Transaction type', name: ['transactionName'] },
  },
  companyProfile: {
    path: '/company-profile',
    label: 'Company Profile',
    group: 'Set-up',
    icon: 'companyProfile',
    access: 'company.write',
  },
  report: {
    path: '/report',
    label: 'Reports',
    group: null,
    icon: 'report',
    access: 'insight.read',
    inSidebar: false,
  },
  analytics: {
    path: '/analytics',
    label: 'Analytics',
    group: null,
    icon: 'analytics',
    access: 'insight.read',
    inSidebar: false,
  },
  imports: {
    path: '/import',
    label: 'Import',
    group: null,
    icon: 'import',
    access: 'imports.write',
    inSidebar: false,
  },
  messages: {
    path: '/messages',
    label: 'Messages',
    group: null,
    icon: 'bell',
    access: 'messages.read',
    inSidebar: false,
  },
  settings: {
    path: '/settings',
    label: 'Settings',
    group: null,
    icon: 'settings',
    access: 'signedIn',
    inSidebar: false,
  },
  auditTrail: {
    path: '/audit-trail',
    label: 'Audit Trail',
    group: null,
    icon: 'settings',
    access: 'audit.read',
    inSidebar: false,
    tabOf: '/settings',
    tab: 'Audit trail',
    list: '/api/v1/audit',
  },
  profile: {
    path: '/profile',
    label: 'Profile',
    group: null,
    icon: 'customer',
    access: 'signedIn',
    inSidebar: false,
  },
} as const satisfies Record<string, Screen>

type StaffScreens = typeof staffScreens
export type StaffScreen = StaffScreens[keyof StaffScreens]
/** The paths of the screens behind the sign-in. */
export type StaffPath = StaffScreen['path']

/** The screens with records. */
export type RecordScreen = Extract<StaffScreen, { record: object }>
/** The first letters of every kind of document number. */
export type DocumentKind = Extract<RecordScreen['record'], { number: string }>['number']

/**
 * The address of every screen behind the sign-in, and of signing in itself: the server answers these with the
 * back-office's page, and everything else with the public site.
 */
export const screens = {
  login: entrances.login,
  register: entrances.register,
  ...(Object.fromEntries(Object.entries(staffScreens).map(([name, { path }]) => [name, path])) as {
    [Name in keyof StaffScreens]: StaffScreens[Name]['path']
  }),
} as const

export const staffPaths: string[] = Object.values(screens)

export type ScreenPath = (typeof screens)[keyof typeof screens]

/** The list that a screen opens with, by the screen's path. */
export const listOf: Partial<Record<ScreenPath, Endpoint['path']>> = Object.fromEntries(
  Object.values(staffScreens).flatMap((screen) => ('list' in screen ? [[screen.path, screen.list]] : [])),
)

/** Every record has its own address: its list's, with the record's key. */
export const recordPathOf = (list: ScreenPath, id: number) => `${list}?id=${id}`
