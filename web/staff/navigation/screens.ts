import type { Access } from '../../../contract/shared/permissions.ts'
import type { groups } from '../../../contract/shared/screen-entry.ts'
import type { ScreenPath, StaffPath, StaffScreen } from '../../../contract/shared/screens.ts'
import { staffScreens } from '../../../contract/shared/staff-screens.ts'
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
  InventoryIcon,
  InventoryAdjustmentIcon,
  InventoryTypeIcon,
  ItemsIcon,
  LivesIcon,
  LocationIcon,
  PayAccountIcon,
  PaymentTypeIcon,
  ProofsIcon,
  PurchaseOrderIcon,
  ReportIcon,
  SalesIcon,
  SettingsIcon,
  SupplierIcon,
  TransactionTypeIcon,
  UsersIcon,
  type Icon,
} from '../../ui/icons.tsx'

export type Screen = {
  path: StaffPath
  label: string
  group: (typeof groups)[number] | null
  icon: Icon
  inSidebar?: false
  access: Access
  tabOf?: ScreenPath
  partOf?: ScreenPath
  tab?: string
}

/** Maps the icon names of contract/shared/staff-screens.ts to components. */
const icons: Record<StaffScreen['icon'], Icon> = {
  adjustmentReason: AdjustmentReasonIcon,
  analytics: AnalyticsIcon,
  bell: BellIcon,
  categories: CategoriesIcon,
  companyProfile: CompanyProfileIcon,
  customer: CustomerIcon,
  customerType: CustomerTypeIcon,
  dashboard: DashboardIcon,
  import: ImportIcon,
  inventory: InventoryIcon,
  inventoryAdjustment: InventoryAdjustmentIcon,
  inventoryType: InventoryTypeIcon,
  items: ItemsIcon,
  lives: LivesIcon,
  location: LocationIcon,
  payAccount: PayAccountIcon,
  paymentType: PaymentTypeIcon,
  proofs: ProofsIcon,
  purchaseOrder: PurchaseOrderIcon,
  report: ReportIcon,
  sales: SalesIcon,
  settings: SettingsIcon,
  supplier: SupplierIcon,
  transactionType: TransactionTypeIcon,
  users: UsersIcon,
}

/** Lists the back-office's screens in the sidebar's order. `pages.ts` loads their pages. */
export const navigation: readonly Screen[] = Object.values(staffScreens).map((screen) => ({
  ...screen,
  icon: icons[screen.icon],
}))
