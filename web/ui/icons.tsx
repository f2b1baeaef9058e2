import type { ReactNode } from 'react'

/** The back-office's icons: 20 px, one line weight, drawn in the colour of the text beside them. */
export type Icon = () => ReactNode

const icon =
  (drawing: ReactNode): Icon =>
  () => (
    <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
      {drawing}
    </svg>
  )
const lines = (d: string) => icon(<path d={d} />)

// Screens
export const DashboardIcon = icon(
  <>
    <rect x="3" y="3" width="6" height="8" rx="1" />
    <rect x="11" y="3" width="6" height="5" rx="1" />
    <rect x="3" y="13" width="6" height="4" rx="1" />
    <rect x="11" y="10" width="6" height="7" rx="1" />
  </>,
)
export const SalesIcon = lines('M4 2.500h12v15l-2-1.500-2 1.500-2-1.500-2 1.500-2-1.500-2 1.500zM7 7h6M7 10.500h6')
export const LivesIcon = icon(
  <>
    <rect x="2.500" y="5" width="11" height="10" rx="1.500" />
    <path d="M13.500 9l4-2.300v6.600l-4-2.300" />
  </>,
)
export const ProofsIcon = icon(
  <>
    <rect x="3" y="3.500" width="14" height="13" rx="1.500" />
    <path d="M6.500 10.200l2.500 2.500 4.700-5.200" />
  </>,
)
export const ReportIcon = lines(
  'M5 2.500h7l3.500 3.500v11.500H5zM12 2.500V6h3.500M8 14v-2.500M10.250 14V8.500M12.500 14v-4',
)
export const CalendarIcon = lines('M3.500 4.500h13v12h-13zM3.500 8.500h13M7 2.500v3.500M13 2.500v3.500')
export const ItemsIcon = icon(
  <>
    <circle cx="10" cy="12.500" r="5" />
    <path d="M7 2.500h6L15 5l-5 4-5-4z" />
  </>,
)
export const InventoryIcon = lines('M3 6.500L10 3l7 3.500v7L10 17l-7-3.500zM3 6.500l7 3.500 7-3.500M10 10v7')
export const InventoryAdjustmentIcon = icon(
  <>
    <path d="M4 6h8M15.500 6h.5M4 14h1M8.500 14H16" />
    <circle cx="13.800" cy="6" r="1.800" />
    <circle cx="6.800" cy="14" r="1.800" />
  </>,
)
export const CategoriesIcon = icon(
  <>
    <path d="M3 3.500h6l8 8-5.500 5.500-8-8z" />
    <circle cx="6.500" cy="7" r="1" />
  </>,
)
export const PurchaseOrderIcon = icon(
  <>
    <path d="M2.500 3.500h2l2 9h8.500l2-6.500H5.200" />
    <circle cx="8" cy="16" r="1.200" />
    <circle cx="14" cy="16" r="1.200" />
  </>,
)
export const SupplierIcon = icon(
  <>
    <path d="M2 5h9v9H2zM11 8h4l3 3v3h-7z" />
    <circle cx="5.500" cy="15" r="1.600" />
    <circle cx="14.500" cy="15" r="1.600" />
  </>,
)
export const CustomerIcon = icon(
  <>
    <circle cx="10" cy="7" r="3.200" />
    <path d="M3.500 17c.6-3.600 3.200-5.200 6.500-5.200s5.900 1.600 6.500 5.200" />
  </>,
)
export const CustomerTypeIcon = icon(
  <>
    <circle cx="7.500" cy="7.500" r="2.700" />
    <path d="M2 16.500c.5-3 2.600-4.500 5.500-4.500s5 1.500 5.500 4.500M13 5a2.600 2.600 0 0 1 0 5M14.500 12.300c2 .4 3.200 1.800 3.500 4.200" />
  </>,
)
export const UsersIcon = icon(
  <>
    <circle cx="6.500" cy="10" r="3.500" />
    <path d="M10 10h7.500M15 10v3M12.500 10v2" />
  </>,
)
export const InventoryTypeIcon = lines('M10 3l7 3.500-7 3.500-7-3.500zM3 10l7 3.500 7-3.500M3 13.500L10 17l7-3.500')
export const AdjustmentReasonIcon = lines('M4 3h12v10l-4 4H4zM12 17v-4h4M7 7h6M7 10h3')
export const LocationIcon = icon(
  <>
    <path d="M10 17.500S4.500 12 4.500 8a5.500 5.500 0 0 1 11 0c0 4-5.500 9.500-5.500 9.500z" />
    <circle cx="10" cy="8" r="2" />
  </>,
)
export const PaymentTypeIcon = icon(
  <>
    <rect x="2.500" y="4.500" width="15" height="11" rx="1.500" />
    <path d="M2.500 8.500h15M5.500 12.500h3" />
  </>,
)
export const PayAccountIcon = lines('M3 8l7-4.500L17 8zM3 16.500h14M5 8v6M10 8v6M15 8v6')
export const TransactionTypeIcon = lines('M4 7h11l-3-3M16 13H5l3 3')
export const CompanyProfileIcon = lines(
  'M3 8l1.500-4.500h11L17 8M3 8v9h14V8M3 8a2.300 2.300 0 0 0 4.700 0 2.300 2.300 0 0 0 4.600 0A2.300 2.300 0 0 0 17 8M8 17v-4.500h4V17',
)

// Tools
export const SettingsIcon = icon(
  <>
    <path d="M3 6h8M15 6h2M3 14h2M9 14h8" />
    <circle cx="13" cy="6" r="2" />
    <circle cx="7" cy="14" r="2" />
  </>,
)
export const AnalyticsIcon = lines('M3 17h14M5 17v-5h2.500v5M9 17V6h2.500v11M13 17v-8h2.500v8')
export const SidebarIcon = icon(
  <>
    <rect x="3" y="4" width="14" height="12" rx="2" />
    <path d="M8 4v12" />
  </>,
)
export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5.500" />
    <path d="M13.200 13.200L17 17" />
  </>,
)
export const MoonIcon = lines('M16.500 12.200A7 7 0 0 1 7.800 3.500a7 7 0 1 0 8.700 8.700z')
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.400" />
    <path d="M10 2.500v1.800M10 15.700v1.800M2.500 10h1.800M15.700 10h1.800M4.700 4.700L6 6M14 14l1.300 1.300M4.700 15.300L6 14M14 6l1.300-1.300" />
  </>,
)
export const BellIcon = lines(
  'M5 8.500a5 5 0 0 1 10 0c0 4 1.600 5 1.600 5H3.400S5 12.500 5 8.500zM8.300 16.500a2 2 0 0 0 3.400 0',
)
export const QuestionIcon = lines('M3 4h14v10H9l-4 3v-3H3z')
export const DownloadIcon = lines('M10 3v10M6 9.500l4 4 4-4M4 17h12')
export const ImportIcon = lines('M10 13V3M6 7l4-4 4 4M3.500 13v3.500h13V13')
export const FilterIcon = lines('M3 5h14M6 10h8M8.500 15h3')
export const MinusIcon = lines('M5 10h10')
export const FitIcon = lines('M3.500 7.500v-4h4M16.500 7.500v-4h-4M3.500 12.500v4h4M16.500 12.500v4h-4')
export const FullScreenIcon = lines('M11.500 3.500h5v5M8.500 16.500h-5v-5M16.500 3.500l-5.500 5.500M3.500 16.500L9 11')
export const TurnIcon = lines('M15.800 8A6.200 6.200 0 1 0 16 11.500M16.500 3.500v4.700h-4.700')
export const OriginalIcon = lines('M11.500 3H17v5.500M17 3l-7.500 7.500M14.500 11.500V17H3V5.500h5.500')
export const WarningIcon = lines('M10 3l7.500 13.500h-15zM10 8v4M10 14.200v.1')
export const ColumnsIcon = icon(
  <>
    <rect x="3" y="4" width="14" height="12" rx="2" />
    <path d="M7.700 4v12M12.300 4v12" />
  </>,
)
export const ViewIcon = icon(
  <>
    <path d="M2.500 10S5 5 10 5s7.500 5 7.500 5-2.500 5-7.500 5-7.500-5-7.500-5z" />
    <circle cx="10" cy="10" r="2.200" />
  </>,
)
export const CopyIcon = icon(
  <>
    <rect x="7" y="7" width="9.500" height="9.500" rx="1.500" />
    <path d="M13 7V4.500a1 1 0 0 0-1-1H4.500a1 1 0 0 0-1 1V12a1 1 0 0 0 1 1H7" />
  </>,
)
export const FlagIcon = lines('M5 17.500V3.500M5 4h10.500l-2.500 3.250 2.500 3.250H5')
export const EditIcon = lines('M4 16l.8-3.300L13 4.500l2.500 2.500-8.200 8.200zM11.500 6l2.500 2.500')
export const MoreIcon = icon(
  <>
    <circle cx="4.500" cy="10" r=".8" />
    <circle cx="10" cy="10" r=".8" />
    <circle cx="15.500" cy="10" r=".8" />
  </>,
)
export const LockIcon = icon(
  <>
    <rect x="4.500" y="9" width="11" height="8" rx="1.200" />
    <path d="M7 9V6.500a3 3 0 0 1 6 0V9" />
  </>,
)
export const ClockIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6v4.300l2.800 1.700" />
  </>,
)
export const KeyboardIcon = icon(
  <>
    <rect x="2" y="5" width="16" height="10" rx="1.500" />
    <path d="M5 8.500h.01M8 8.500h.01M11 8.500h.01M14 8.500h.01M6.500 11.800h7" />
  </>,
)
export const CheckIcon = lines('M4 10.500l4 4 8-9')
export const AddIcon = lines('M10 4v12M4 10h12')
export const CloseIcon = lines('M5 5l10 10M15 5L5 15')
/** Marks the focus of a picture. */
export const FocusIcon = icon(
  <>
    <circle cx="10" cy="10" r="4" />
    <path d="M10 2v4M10 14v4M2 10h4M14 10h4" />
  </>,
)
export const AlertIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6.500v4.200M10 13.300v.1" />
  </>,
)
export const UpIcon = lines('M5 12l5-5 5 5')
export const DownIcon = lines('M5 8l5 5 5-5')
export const ScanIcon = lines('M3 6V4h2.500M17 6V4h-2.500M3 14v2h2.500M17 14v2h-2.500M6 7v6M8.500 7v6M11 7v6M14 7v6')
export const CameraIcon = icon(
  <>
    <path d="M3 6.500h3l1.300-2h5.400l1.300 2h3v9.500H3z" />
    <circle cx="10" cy="11" r="2.900" />
  </>,
)
export const DisplayIcon = lines('M2.500 4h15v9.500h-15zM7 17h6M10 13.500V17')
export const PreviousIcon = lines('M12 5l-5 5 5 5')
export const NextIcon = lines('M8 5l5 5-5 5')
export const DeleteDigitIcon = lines('M7.500 5h9.500v10H7.500L3 10zM10 8l4 4M14 8l-4 4')
export const BlindIcon = lines(
  'M3.500 3.500l13 13M8.200 5.300C8.800 5.100 9.400 5 10 5c5 0 7.500 5 7.500 5a13 13 0 0 1-2.300 2.900M5.300 6.700A12.500 12.500 0 0 0 2.500 10S5 15 10 15c1 0 1.900-.2 2.700-.5M8.500 8.400a2.200 2.200 0 0 0 3.100 3.100',
)
