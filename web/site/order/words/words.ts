import type { Language } from '../../../../contract/shared/languages.ts'
import { en, type OrderWords } from './en.ts'
import { ja } from './ja.ts'
import { tl } from './tl.ts'

/** The texts of the page of an order. Only the server renders it, so browsers do not load them. */
export const orderWords: Record<Language, OrderWords> = { en, tl, ja }
