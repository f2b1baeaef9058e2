import type { Endpoint } from './endpoint.ts'
import type { Access } from './permissions.ts'

/** The headings of the sidebar. */
export const groups = ['Sell', 'Stock', 'Buy', 'People', 'Set-up'] as const

/** A screen behind the sign-in. Its page is in web/staff/pages.ts. */
export type Screen = {
  path: `/${string}`
  label: string
  /** The heading above it in the sidebar; null places it at the top, without a heading. */
  group: (typeof groups)[number] | null
  /** The name of its icon in web/staff/navigation/screens.ts. */
  icon: string
  /** The access that the sidebar, the search and the route require. */
  access: Access
  /** Set to false for a screen that other pages link to and the sidebar does not. */
  inSidebar?: false
  /** The path of the screen whose tab it is. The sidebar shows only that screen's link. */
  tabOf?: `/${string}`
  /** The label of its tab. */
  tab?: string
  /** The path of the list that it opens with. The browser requests it while the screen's code loads. */
  list?: Endpoint['path']
  /** The audit words of the records that it lists and opens. */
  record?: RecordWords
}

/** How the audit trail names a kind of record. */
export type RecordWords = {
  /** The name that the audit trail stores. */
  entity: string
  label: string
  /** The fields that together name one record. */
  name: readonly string[]
  /** The prefix of its document numbers. */
  number?: string
}
