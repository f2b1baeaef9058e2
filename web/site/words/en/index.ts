import { frame } from './frame.ts'
import { home } from './home.ts'
import { shop } from './shop.ts'

export const en = { frame, home, shop }
