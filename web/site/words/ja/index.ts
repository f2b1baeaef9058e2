import type { Words } from '../words.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'

export const ja: Words = { frame, home }
