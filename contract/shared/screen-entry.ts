import type { Access } from './permissions.ts'

/** The headings of the sidebar. */
export const groups = ['Sell', 'Stock', 'Buy', 'People', 'Set-up', 'Insight'] as const

/** A screen that requires a sign-in. Its page is in web/staff/pages.ts. */
export type Screen = {
  path: `/${string}`
  label: string
  /** The sidebar's heading above the link to this screen. Null places the link at the top, without a heading. */
  group: (typeof groups)[number] | null
  /** The name of the screen's icon in web/staff/navigation/screens.ts. */
  icon: string
  /** The access that a user needs to find, see and open the screen. */
  access: Access
  /** Set to false for a screen that has no link in the sidebar, because other pages link to it. */
  inSidebar?: false
  /**
   * Set for a screen that is a tab of another screen: the path of that other screen. The sidebar links only to the
   * other screen.
   */
  tabOf?: `/${string}`
  /** Set for a screen that other pages link to: the path of the sidebar's link that is marked while it is open. */
  partOf?: `/${string}`
  /** The label of the screen's tab, if the screen is one of several tabs. */
  tab?: string
  /**
   * The API path of the list that the screen shows first. The browser requests this list while the screen's code loads.
   */
  list?: `/api/${string}`
  /** How the audit trail names the records of this screen. */
  record?: RecordWords
}

/** How the audit trail names a kind of record. */
export type RecordWords = {
  /** The name under which the audit trail stores this kind of record. */
  entity: string
  label: string
  /** The fields of a record whose values together form its name. */
  name: readonly string[]
  /** The prefix of the records' document numbers, such as `PO`. */
  number?: string
}
