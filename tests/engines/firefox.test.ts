import { journeys } from './journeys.ts'
import { openFirefox } from './puppeteer.ts'

journeys('firefox', openFirefox, '192.0.2.2')
