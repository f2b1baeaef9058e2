import type { FastifyInstance } from 'fastify'

import type { Pictures } from '../files/pictures.ts'
import { auditRoutes } from './audit.ts'
import { companyProfileRoutes } from './profile.ts'
import { savedViewRoutes } from './saved-views.ts'
import { settingsRoutes } from './settings.ts'

/** Registers every endpoint of the company: its profile, settings, saved views and audit trail. */
export function company(app: FastifyInstance, pictures: Pictures) {
  companyProfileRoutes(app, pictures)
  settingsRoutes(app)
  savedViewRoutes(app)
  auditRoutes(app)
}
