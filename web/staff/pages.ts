import type { ComponentType } from 'react'

import { screens, type StaffPath } from '../../contract/shared/screens.ts'

/**
 * Loads the page of each screen on first use. These imports are not in navigation/screens.ts, so that pages can import
 * that file.
 */
export const pages: Record<StaffPath, () => Promise<ComponentType>> = {
  [screens.dashboard]: async () => (await import('./insight/dashboard/DashboardPage.tsx')).DashboardPage,
  [screens.sales]: async () => (await import('./sales/list/SalesPage.tsx')).SalesPage,
  [screens.openDrawer]: async () => (await import('./sales/drawers/opening/OpenDrawerPage.tsx')).OpenDrawerPage,
  [screens.closeDay]: async () => (await import('./sales/drawers/closing/CloseDayPage.tsx')).CloseDayPage,
  [screens.drawerReport]: async () => (await import('./sales/drawers/report/DrawerReportPage.tsx')).DrawerReportPage,
  [screens.tradeIns]: async () => (await import('./sales/trade-ins/TradeInsPage.tsx')).TradeInsPage,
  [screens.drawer]: async () => (await import('./sales/drawers/DrawersPage.tsx')).DrawersPage,
  [screens.lives]: async () => (await import('./live/LivesPage.tsx')).LivesPage,
  [screens.proofs]: async () => (await import('./sales/proofs/ProofsPage.tsx')).ProofsPage,
  [screens.customerDisplay]: async () => (await import('./sales/display/CustomerDisplay.tsx')).CustomerDisplay,
  [screens.items]: async () => (await import('./catalogue/ItemsPage.tsx')).ItemsPage,
  [screens.certificates]: async () => (await import('./sales/certificates/CertificatesPage.tsx')).CertificatesPage,
  [screens.goldRates]: async () => (await import('./pricing/GoldRatesPage.tsx')).GoldRatesPage,
  [screens.repricing]: async () => (await import('./pricing/repricing/RepricingPage.tsx')).RepricingPage,
  [screens.pieces]: async () => (await import('./stock/pieces/PiecesPage.tsx')).PiecesPage,
  [screens.inventory]: async () => (await import('./stock/inventory/InventoryPage.tsx')).InventoryPage,
  [screens.stockTransfers]: async () => (await import('./stock/transfers/TransfersPage.tsx')).TransfersPage,
  [screens.repairReturns]: async () => (await import('./stock/repairs/RepairReturnsPage.tsx')).RepairReturnsPage,
  [screens.stockCounts]: async () => (await import('./stock/counts/CountsPage.tsx')).CountsPage,
  [screens.lowStock]: async () => (await import('./stock/low-stock/LowStockPage.tsx')).LowStockPage,
  [screens.inventoryAdjustments]: async () => (await import('./stock/adjustments/AdjustmentsPage.tsx')).AdjustmentsPage,
  [screens.categories]: async () => (await import('./catalogue/CategoriesPage.tsx')).CategoriesPage,
  [screens.purchaseOrders]: async () => (await import('./purchasing/orders/PurchaseOrdersPage.tsx')).PurchaseOrdersPage,
  [screens.purchaseOrderItems]: async () =>
    (await import('./purchasing/orders/PurchaseOrderItemsPage.tsx')).PurchaseOrderItemsPage,
  [screens.receivings]: async () => (await import('./purchasing/receivings/ReceivingsPage.tsx')).ReceivingsPage,
  [screens.receivingItems]: async () =>
    (await import('./purchasing/receivings/ReceivingItemsPage.tsx')).ReceivingItemsPage,
  [screens.suppliers]: async () => (await import('./purchasing/suppliers/SuppliersPage.tsx')).SuppliersPage,
  [screens.customers]: async () => (await import('./sales/customers/CustomersPage.tsx')).CustomersPage,
  [screens.buyers]: async () => (await import('./sales/buyers/BuyersPage.tsx')).BuyersPage,
  [screens.customerTypes]: async () => (await import('./sales/setup/CustomerTypesPage.tsx')).CustomerTypesPage,
  [screens.users]: async () => (await import('./people/users/UsersPage.tsx')).UsersPage,
  [screens.inventoryTypes]: async () => (await import('./stock/setup/InventoryTypesPage.tsx')).InventoryTypesPage,
  [screens.adjustmentReasons]: async () =>
    (await import('./stock/setup/AdjustmentReasonsPage.tsx')).AdjustmentReasonsPage,
  [screens.adjustmentTypes]: async () => (await import('./stock/setup/AdjustmentTypesPage.tsx')).AdjustmentTypesPage,
  [screens.locations]: async () => (await import('./stock/setup/LocationsPage.tsx')).LocationsPage,
  [screens.paymentTypes]: async () => (await import('./sales/setup/PaymentTypesPage.tsx')).PaymentTypesPage,
  [screens.payAccounts]: async () => (await import('./sales/pay-accounts/PayAccountsPage.tsx')).PayAccountsPage,
  [screens.transactionTypes]: async () => (await import('./sales/setup/TransactionTypesPage.tsx')).TransactionTypesPage,
  [screens.companyProfile]: async () => (await import('./company/CompanyProfilePage.tsx')).CompanyProfilePage,
  [screens.report]: async () => (await import('./insight/reports/ReportsPage.tsx')).ReportsPage,
  [screens.analytics]: async () => (await import('./insight/analytics/AnalyticsPage.tsx')).AnalyticsPage,
  [screens.imports]: async () => (await import('./imports/ImportPage.tsx')).ImportPage,
  [screens.messages]: async () => (await import('./people/messages/MessagesPage.tsx')).MessagesPage,
  [screens.settings]: async () => (await import('./settings/SettingsPage.tsx')).SettingsPage,
  [screens.auditTrail]: async () => (await import('./settings/AuditTrailPage.tsx')).AuditTrailPage,
  [screens.system]: async () => (await import('./settings/SystemPage.tsx')).SystemPage,
  [screens.integrations]: async () => (await import('./settings/integrations/IntegrationsPage.tsx')).IntegrationsPage,
  [screens.profile]: async () => (await import('./account/ProfilePage.tsx')).ProfilePage,
}
