import type { en } from './en/index.ts'

/** Every text of the public pages. English is the measure: a language that lacks one does not pass the type checker. */
export type Words = typeof en
