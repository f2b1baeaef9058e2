import type { FastifyInstance } from 'fastify'

import { account } from '../../contract/people/account.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import type { Pictures } from '../files/pictures.ts'
import { serve } from '../http/serve.ts'
import { ok } from '../resource/records.ts'
import {
  readProfile,
  register,
  setProfilePicture,
  signInByLink,
  signInByPassword,
  signOut,
  updateProfile,
} from './account.operations.ts'
import { drawPhoto } from './photos.ts'
import type { PasswordChanged } from './users.operations.ts'

/** These operations count attempts or act after the commit, so they open their own transactions. */
const ownTransaction = { transaction: false }

export function accountRoutes(app: FastifyInstance, pictures: Pictures, passwordChanged: PasswordChanged) {
  serve(app, account.register, ({ body }, context) => register(context, body), ownTransaction)

  serve(app, account.login, ({ body }, context) => signInByPassword(context, body), ownTransaction)

  serve(app, account.signInByLink, ({ body }, context) => signInByLink(context, body.token), ownTransaction)

  serve(app, account.logout, async (_, context) => {
    await signOut(context)
    return ok(null)
  })

  serve(app, account.profile, (_, context) => readProfile(context))

  serve(
    app,
    account.updateProfile,
    ({ body }, context) => updateProfile(context, body, passwordChanged),
    ownTransaction,
  )

  serve(app, account.updateProfilePicture, (_, context, photo) => setProfilePicture(context, pictures, photo), {
    before: ({ files }: { files: { profilePicture: UploadedFile[] } }) => drawPhoto(files.profilePicture),
  })
}
