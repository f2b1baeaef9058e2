import type { Words } from '../words.ts'
import { about } from './about.ts'
import { contact } from './contact.ts'
import { frame } from './frame.ts'
import { guide } from './guide.ts'
import { home } from './home.ts'
import { item } from './item.ts'
import { services } from './services.ts'
import { shop } from './shop.ts'
import { social } from './social.ts'

export const ja: Words = { about, contact, frame, guide, home, item, services, shop, social }
