// Codes that people read from a paper or a message and type. The public pages load no zod, so this file has none.

/** The letters of a code. I, O, 0 and 1 are left out, because people confuse them. */
export const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a code in groups of four letters, as people read it: `7KQM-2XPA`. */
export const formatCode = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** Returns the stored form of a typed code: in capitals, without spaces and dashes. */
export const readCode = (typed: string) => typed.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, '')
