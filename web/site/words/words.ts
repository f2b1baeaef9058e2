import type { en } from './en/index.ts'

/** The type of all texts of the public pages. A language that lacks one of the English texts fails the type check. */
export type Words = typeof en
