import type { FastifyInstance } from 'fastify'

import { users } from '../../contract/people/users.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import type { Pictures } from '../files/pictures.ts'
import { serve, serveRecord } from '../http/serve.ts'
import { ok } from '../resource/records.ts'
import { drawPhoto } from './photos.ts'
import {
  createUser,
  issueSignInLink,
  type Links,
  type PasswordChanged,
  setUserPassword,
  updateUser,
} from './users.operations.ts'
import { findUser, listRoles, listStaff, listUsers } from './users.queries.ts'

export function userRoutes(app: FastifyInstance, pictures: Pictures, passwordChanged: PasswordChanged, links: Links) {
  serve(app, users.list, ({ query }, { db }) => listUsers(db, query))

  serveRecord(app, users.get, async (db, id) => ok(await findUser(db, id)))

  serve(app, users.create, async ({ body }, context, photo) => ok(await createUser(context, pictures, body, photo)), {
    before: drawUploaded,
  })

  serve(
    app,
    users.update,
    async ({ id, body }, context, photo) => ok(await updateUser(context, pictures, id, body, photo)),
    { before: drawUploaded },
  )

  serve(
    app,
    users.setPassword,
    async ({ id, body }, context) => {
      await setUserPassword(context, id, body.password, passwordChanged)
      return ok(null, 'The password is changed')
    },
    { transaction: false }, // the operation opens its own
  )

  serve(
    app,
    users.createSignInLink,
    async ({ id }, context) => ok(await issueSignInLink(context, id, links)),
    // The operation opens its own transaction. No response is stored for an Idempotency-Key, because the response
    // contains the token.
    { transaction: false },
  )

  serve(app, users.roles, async (_, { db }) => ok(await listRoles(db)))

  serve(app, users.staff, async (_, { db }) => ok(await listStaff(db)))
}

const drawUploaded = ({ files }: { files: { image_url: UploadedFile[] } }) => drawPhoto(files.image_url)
