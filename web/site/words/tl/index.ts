import type { Words } from '../words.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { shop } from './shop.ts'

export const tl: Words = { frame, home, shop }
