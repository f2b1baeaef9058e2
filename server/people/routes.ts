import type { FastifyInstance } from 'fastify'

import type { Pictures } from '../files/pictures.ts'
import { accountRoutes } from './account.routes.ts'
import { digestRoutes } from './digest/digest.routes.ts'
import { notificationRoutes } from './notifications.ts'
import { questionRoutes } from './questions.ts'
import { sessionRoutes } from './sessions.ts'
import type { Links, PasswordChanged } from './users.operations.ts'
import { userRoutes } from './users.routes.ts'

type Services = { pictures: Pictures; passwordChanged: PasswordChanged; links: Links }

/** Registers every endpoint of the subject. */
export function people(app: FastifyInstance, { pictures, passwordChanged, links }: Services) {
  accountRoutes(app, pictures, passwordChanged)
  sessionRoutes(app)
  userRoutes(app, pictures, passwordChanged, links)
  notificationRoutes(app)
  digestRoutes(app, links.hasMailServer && links.publicUrl !== undefined)
  questionRoutes(app)
}
