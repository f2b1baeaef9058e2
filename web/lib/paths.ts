import type { screens } from '../../contract/screens.ts'

/** The public pages' addresses. The back-office's are in contract/screens.ts, because the server reads them too. */
export const publicPaths = { home: '/' } as const

export type ScreenPath = (typeof screens)[keyof typeof screens]

/** Every record has its own address: its list's, with the record's key. */
export const recordPath = (list: ScreenPath, id: number) => `${list}?id=${id}`
