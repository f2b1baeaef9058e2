import type { FastifyInstance } from 'fastify'

import { analyticsRoutes } from './analytics/analytics.ts'
import { dashboardRoutes } from './dashboard/dashboard.ts'
import { reminderRoutes } from './dashboard/reminders.ts'
import { waitingRoutes } from './dashboard/waiting.ts'
import { shopDayRoutes } from './day/routes.ts'
import { reportRoutes } from './reports/reports.ts'
import { searchRoutes } from './search.ts'

/**
 * Registers every endpoint of insight. `waiting` has the numbers of open tasks that only other subjects can count, such
 * as low stock.
 */
export function insight(app: FastifyInstance, waiting: Parameters<typeof waitingRoutes>[1]) {
  dashboardRoutes(app)
  waitingRoutes(app, waiting)
  reminderRoutes(app)
  shopDayRoutes(app)
  reportRoutes(app)
  analyticsRoutes(app)
  searchRoutes(app)
}
