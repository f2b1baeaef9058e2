import { entrances } from './entrances.ts'
import { staffScreens } from './staff-screens.ts'

type StaffScreens = typeof staffScreens
export type StaffScreen = StaffScreens[keyof StaffScreens]
/** The paths of the screens behind the sign-in. */
export type StaffPath = StaffScreen['path']

/** The screens whose records have a name in the audit trail. */
export type RecordScreen = Extract<StaffScreen, { record: object }>
/** The prefix of each kind of document number, such as `PO`. */
export type DocumentKind = Extract<RecordScreen['record'], { number: string }>['number']

/**
 * The addresses of the sign-in pages and of every screen behind the sign-in. The server responds to these with the
 * back-office's page, and to every other address with the public site.
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

/**
 * The API path of the list that each screen shows first. The browser requests this list while the screen's code loads.
 */
export const listOf: Partial<Record<ScreenPath, `/api/${string}`>> = Object.fromEntries(
  Object.values(staffScreens).flatMap((screen) => ('list' in screen ? [[screen.path, screen.list]] : [])),
)

/** Returns the address of a record: its list's address with the record's key. */
export const recordPathOf = (list: ScreenPath, id: number) => `${list}?id=${id}`
