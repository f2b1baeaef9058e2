import { frame } from './frame.ts'
import { home } from './home.ts'

export const en = { frame, home }
