import type { FastifyInstance } from 'fastify'

import { shopDays } from '../../../contract/insight/shop-day.ts'
import { addDays } from '../../../contract/shared/dates.ts'
import { readSettings } from '../../company/settings.ts'
import { serve } from '../../http/serve.ts'
import { shopDay, shopDayBounds } from '../../kernel/shop-days.ts'
import { ok } from '../../resource/records.ts'
import { findDue } from './due.queries.ts'
import { findLinesOfDay, sumLinesOfDay } from './sold.queries.ts'

/** Registers the endpoint of a day in the shop, which the person who closes it looks at. */
export function shopDayRoutes(app: FastifyInstance) {
  serve(app, shopDays.get, async ({ query: { date: asked, locationID } }, { db, now }) => {
    const { timeZone } = await readSettings(db)
    const date = shopDay(timeZone, asked ?? now)
    const sold = { ...shopDayBounds(timeZone, date), locationID }
    const nextDay = addDays(date, 1)
    const due = await findDue(db, { timeZone, day: nextDay, ...shopDayBounds(timeZone, nextDay), locationID })
    return ok({ date, lines: await findLinesOfDay(db, sold), ...(await sumLinesOfDay(db, sold)), nextDay, ...due })
  })
}
