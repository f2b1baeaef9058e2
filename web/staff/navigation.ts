import type { ComponentType } from 'react'

import type { Access } from '../../contract/permissions.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import {
  AdjustmentReasonIcon,
  BellIcon,
  CategoriesIcon,
  CompanyProfileIcon,
  CustomerIcon,
  CustomerTypeIcon,
  DashboardIcon,
  InventoryAdjustmentIcon,
  InventoryIcon,
  InventoryTypeIcon,
  ItemsIcon,
  LocationIcon,
  PaymentTypeIcon,
  PurchaseOrderIcon,
  SalesIcon,
  SupplierIcon,
  TransactionTypeIcon,
  UsersIcon,
  type Icon,
} from '../ui/icons.tsx'

export const groups = ['Sell', 'Stock', 'Buy', 'People', 'Set-up'] as const

export type Screen = {
  path: ScreenPath
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
  /** Its page, loaded when it is first opened. */
  page: () => Promise<ComponentType>
}

/** The back-office's screens, in the sidebar's order. A screen entered here has its route, its link and its guard. */
export const navigation: readonly Screen[] = [
  {
    path: screens.dashboard,
    label: 'Dashboard',
    group: null,
    icon: DashboardIcon,
    access: 'signedIn',
    page: async () => (await import('./insight/DashboardPage.tsx')).DashboardPage,
  },
  {
    path: screens.sales,
    label: 'Sales',
    group: 'Sell',
    icon: SalesIcon,
    access: 'staff',
    page: async () => (await import('./sales/SalesPage.tsx')).SalesPage,
  },
  {
    path: screens.items,
    label: 'Items',
    group: 'Stock',
    icon: ItemsIcon,
    access: 'staff',
    page: async () => (await import('./catalogue/ItemsPage.tsx')).ItemsPage,
  },
  {
    path: screens.inventory,
    label: 'Inventory',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'staff',
    tab: 'Stock',
    page: async () => (await import('./stock/InventoryPage.tsx')).InventoryPage,
  },
  {
    path: screens.stockTransfers,
    label: 'Stock Transfer',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'staff',
    tabOf: screens.inventory,
    tab: 'Transfers',
    page: async () => (await import('./stock/TransfersPage.tsx')).TransfersPage,
  },
  {
    path: screens.stockCounts,
    label: 'Stock Count',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'staff',
    tabOf: screens.inventory,
    tab: 'Counts',
    page: async () => (await import('./stock/CountsPage.tsx')).CountsPage,
  },
  {
    path: screens.lowStock,
    label: 'Low Stock',
    group: 'Stock',
    icon: InventoryIcon,
    access: 'staff',
    tabOf: screens.inventory,
    tab: 'Low stock',
    page: async () => (await import('./stock/LowStockPage.tsx')).LowStockPage,
  },
  {
    path: screens.inventoryAdjustments,
    label: 'Inventory Adjustment',
    group: 'Stock',
    icon: InventoryAdjustmentIcon,
    access: 'staff',
    page: async () => (await import('./stock/AdjustmentsPage.tsx')).AdjustmentsPage,
  },
  {
    path: screens.categories,
    label: 'Categories',
    group: 'Stock',
    icon: CategoriesIcon,
    access: 'staff',
    page: async () => (await import('./catalogue/CategoriesPage.tsx')).CategoriesPage,
  },
  {
    path: screens.purchaseOrders,
    label: 'Purchase Order',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'staff',
    tab: 'Orders',
    page: async () => (await import('./purchasing/PurchaseOrdersPage.tsx')).PurchaseOrdersPage,
  },
  {
    path: screens.purchaseOrderItems,
    label: 'Purchase Order Item',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'staff',
    tabOf: screens.purchaseOrders,
    tab: 'Items',
    page: async () => (await import('./purchasing/PurchaseOrderItemsPage.tsx')).PurchaseOrderItemsPage,
  },
  {
    path: screens.receivings,
    label: 'Purchase Order Receiving',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'staff',
    tabOf: screens.purchaseOrders,
    tab: 'Receiving',
    page: async () => (await import('./purchasing/ReceivingsPage.tsx')).ReceivingsPage,
  },
  {
    path: screens.receivingItems,
    label: 'Purchase Order Receiving Item',
    group: 'Buy',
    icon: PurchaseOrderIcon,
    access: 'staff',
    tabOf: screens.purchaseOrders,
    tab: 'Receiving items',
    page: async () => (await import('./purchasing/ReceivingItemsPage.tsx')).ReceivingItemsPage,
  },
  {
    path: screens.suppliers,
    label: 'Supplier',
    group: 'Buy',
    icon: SupplierIcon,
    access: 'staff',
    page: async () => (await import('./purchasing/SuppliersPage.tsx')).SuppliersPage,
  },
  {
    path: screens.customers,
    label: 'Customer',
    group: 'People',
    icon: CustomerIcon,
    access: 'staff',
    page: async () => (await import('./sales/CustomersPage.tsx')).CustomersPage,
  },
  {
    path: screens.customerTypes,
    label: 'Customer Type',
    group: 'People',
    icon: CustomerTypeIcon,
    access: 'manager',
    page: async () => (await import('./sales/CustomerTypesPage.tsx')).CustomerTypesPage,
  },
  {
    path: screens.users,
    label: 'Users',
    group: 'People',
    icon: UsersIcon,
    access: 'manager',
    page: async () => (await import('./people/UsersPage.tsx')).UsersPage,
  },
  {
    path: screens.inventoryTypes,
    label: 'Inventory Type',
    group: 'Set-up',
    icon: InventoryTypeIcon,
    access: 'staff',
    page: async () => (await import('./stock/InventoryTypesPage.tsx')).InventoryTypesPage,
  },
  {
    path: screens.adjustmentReasons,
    label: 'Adjustment Reason',
    group: 'Set-up',
    icon: AdjustmentReasonIcon,
    access: 'staff',
    tab: 'Reasons',
    page: async () => (await import('./stock/AdjustmentReasonsPage.tsx')).AdjustmentReasonsPage,
  },
  {
    path: screens.adjustmentTypes,
    label: 'Adjustment Type',
    group: 'Set-up',
    icon: AdjustmentReasonIcon,
    access: 'staff',
    tabOf: screens.adjustmentReasons,
    tab: 'Types',
    page: async () => (await import('./stock/AdjustmentTypesPage.tsx')).AdjustmentTypesPage,
  },
  {
    path: screens.locations,
    label: 'Location',
    group: 'Set-up',
    icon: LocationIcon,
    access: 'staff',
    page: async () => (await import('./stock/LocationsPage.tsx')).LocationsPage,
  },
  {
    path: screens.paymentTypes,
    label: 'Payment Type',
    group: 'Set-up',
    icon: PaymentTypeIcon,
    access: 'staff',
    page: async () => (await import('./sales/PaymentTypesPage.tsx')).PaymentTypesPage,
  },
  {
    path: screens.transactionTypes,
    label: 'Transaction Type',
    group: 'Set-up',
    icon: TransactionTypeIcon,
    access: 'staff',
    page: async () => (await import('./sales/TransactionTypesPage.tsx')).TransactionTypesPage,
  },
  {
    path: screens.companyProfile,
    label: 'Company Profile',
    group: 'Set-up',
    icon: CompanyProfileIcon,
    access: 'manager',
    page: async () => (await import('./company/CompanyProfilePage.tsx')).CompanyProfilePage,
  },
  {
    path: screens.messages,
    label: 'Messages',
    group: null,
    icon: BellIcon,
    access: 'staff',
    inSidebar: false,
    page: async () => (await import('./people/MessagesPage.tsx')).MessagesPage,
  },
  {
    path: screens.profile,
    label: 'Profile',
    group: null,
    icon: CustomerIcon,
    access: 'signedIn',
    inSidebar: false,
    page: async () => (await import('./account/ProfilePage.tsx')).ProfilePage,
  },
]
