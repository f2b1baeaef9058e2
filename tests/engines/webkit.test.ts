import { journeys } from './journeys.ts'
import { openWebKit } from './webkit.ts'

journeys('webkit', openWebKit, '192.0.2.3')
