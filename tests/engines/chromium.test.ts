import { journeys } from './journeys.ts'
import { openChromium } from './puppeteer.ts'

journeys('chromium', openChromium, '192.0.2.1')
