import type { Access } from '../../../contract/shared/permissions.ts'
import { screens, type ScreenPath } from '../../../contract/shared/screens.ts'
import {
  AdjustmentReasonIcon,
  AnalyticsIcon,
  BellIcon,
  CategoriesIcon,
  CompanyProfileIcon,
  CustomerIcon,
  CustomerTypeIcon,
  DashboardIcon,
  ImportIcon,
  InventoryAdjustmentIcon,
  InventoryIcon,
  InventoryTypeIcon,
  ItemsIcon,
  LocationIcon,
  PaymentTypeIcon,
  PurchaseOrderIcon,
  ReportIcon,
  SalesIcon,
  SettingsIcon,
  SupplierIcon,
  TransactionTypeIcon,
  UsersIcon,
  type Icon,
} from '../../ui/icons.tsx'

export const groups = ['Sell', 'Stock', 'Buy', 'People', 'Set-up'] as const

/** The screens behind the sign-in. */
export type StaffPath = Exclude<ScreenPath, typeof screens.login | typeof screens.register>

export type Screen = {
  path: StaffPath
  label: string
  /** Under which heading of the sidebar; null: on top, without one. */
  group: (typeof groups)[number] | null
  icon: Icon
  /** Reached from elsewhere: it has no link in the sidebar. */
  inSidebar?: false
  /** Who may open it; the sidebar, the search and the route all follow this. */
  access: Access
  /** The screen of which it is a tab, and under whose link it stands; it has none of its own. */
  tabOf?: ScreenPath
  /** Its name among those tabs. */
  tab?: string
}

/** The back-office's screens in the sidebar's order: each entry makes a route, a link and a guard. `pages.ts` has its page. */
export const navigation: readonly Screen[] = [
  {
    path: screens.dashboard,
    label: 'Dashboard',
    group: null,
    icon: DashboardIcon,
    access: 'signedIn',
  },
  {
    path: screens.sales,
    label: 'Sales',
    group: 'Sell',
    icon: SalesIcon,
    access: 'sales.read',
  },
  {
    path: screens.items,
    label: 'Items',
    group: 'Stock',
    icon: ItemsIcon,
    access: 'catalogue.read',
  },
  {
    path: screens.inventory,
    label: 'Inventory',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'stock.read',
    tab: 'Stock',
  },
  {
    path: screens.stockTransfers,
    label: 'Stock Transfer',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'stock.read',
    tabOf: screens.inventory,
    tab: 'Transfers',
  },
  {
    path: screens.stockCounts,
    label: 'Stock Count',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'stock.read',
    tabOf: screens.inventory,
    tab: 'Counts',
  },
  {
    path: screens.lowStock,
    label: 'Low Stock',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'stock.read',
    tabOf: screens.inventory,
    tab: 'Low stock',
  },
  {
    path: screens.inventoryAdjustments,
    label: 'Inventory Adjustment',
    group: 'Stock',
    icon: InventoryAdjustmentIcon,
    access: 'stock.read',
  },
  {
    path: screens.categories,
    label: 'Categories',
    group: 'Stock',
    icon: CategoriesIcon,
    access: 'catalogue.read',
  },
  {
    path: screens.purchaseOrders,
    label: 'Purchase Order',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'purchasing.read',
    tab: 'Orders',
  },
  {
    path: screens.purchaseOrderItems,
    label: 'Purchase Order Item',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'purchasing.read',
    tabOf: screens.purchaseOrders,
    tab: 'Items',
  },
  {
    path: screens.receivings,
    label: 'Purchase Order Receiving',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'purchasing.read',
    tabOf: screens.purchaseOrders,
    tab: 'Receiving',
  },
  {
    path: screens.receivingItems,
    label: 'Purchase Order Receiving Item',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'purchasing.read',
    tabOf: screens.purchaseOrders,
    tab: 'Receiving items',
  },
  {
    path: screens.suppliers,
    label: 'Supplier',
    group: 'Buy',
    icon: SupplierIcon,
    access: 'purchasing.read',
  },
  {
    path: screens.customers,
    label: 'Customer',
    group: 'People',
    icon: CustomerIcon,
    access: 'sales.read',
  },
  {
    path: screens.customerTypes,
    label: 'Customer Type',
    group: 'People',
    icon: CustomerTypeIcon,
    access: 'customer_types.write',
  },
  {
    path: screens.users,
    label: 'Users',
    group: 'People',
    icon: UsersIcon,
    access: 'users.manage',
  },
  {
    path: screens.inventoryTypes,
    label: 'Inventory Type',
    group: 'Set-up',
    icon: InventoryTypeIcon,
    access: 'stock.read',
  },
  {
    path: screens.adjustmentReasons,
    label: 'Adjustment Reason',
    group: 'Set-up',
    icon: AdjustmentReasonIcon,
    access: 'stock.read',
    tab: 'Reasons',
  },
  {
    path: screens.adjustmentTypes,
    label: 'Adjustment Type',
    group: 'Set-up',
    icon: AdjustmentReasonIcon,
    access: 'stock.read',
    tabOf: screens.adjustmentReasons,
    tab: 'Types',
  },
  {
    path: screens.locations,
    label: 'Location',
    group: 'Set-up',
    icon: LocationIcon,
    access: 'stock.read',
  },
  {
    path: screens.paymentTypes,
    label: 'Payment Type',
    group: 'Set-up',
    icon: PaymentTypeIcon,
    access: 'sales.read',
  },
  {
    path: screens.transactionTypes,
    label: 'Transaction Type',
    group: 'Set-up',
    icon: TransactionTypeIcon,
    access: 'sales.read',
  },
  {
    path: screens.companyProfile,
    label: 'Company Profile',
    group: 'Set-up',
    icon: CompanyProfileIcon,
    access: 'company.write',
  },
  {
    path: screens.report,
    label: 'Reports',
    group: null,
    icon: ReportIcon,
    access: 'insight.read',
    inSidebar: false,
  },
  {
    path: screens.analytics,
    label: 'Analytics',
    group: null,
    icon: AnalyticsIcon,
    access: 'insight.read',
    inSidebar: false,
  },
  {
    path: screens.imports,
    label: 'Import',
    group: null,
    icon: ImportIcon,
    access: 'imports.write',
    inSidebar: false,
  },
  {
    path: screens.messages,
    label: 'Messages',
    group: null,
    icon: BellIcon,
    access: 'messages.read',
    inSidebar: false,
  },
  {
    path: screens.settings,
    label: 'Settings',
    group: null,
    icon: SettingsIcon,
    access: 'signedIn',
    inSidebar: false,
  },
  {
    path: screens.auditTrail,
    label: 'Audit Trail',
    group: null,
    icon: SettingsIcon,
    access: 'audit.read',
    inSidebar: false,
    tabOf: screens.settings,
    tab: 'Audit trail',
  },
  {
    path: screens.profile,
    label: 'Profile',
    group: null,
    icon: CustomerIcon,
    access: 'signedIn',
    inSidebar: false,
  },
]
