import type { FastifyInstance } from 'fastify'

import { companyProfile as contract, PublicCompanyProfile } from '../../contract/company/company-profile.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { companyProfile } from '../db/schema/company.ts'
import { encodePictures, type EncodedPicture, type Pictures } from '../files/pictures.ts'
import { serve } from '../http/serve.ts'
import { mayAct } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { recordCreated, stampCreated, ok, recordUpdated, updateUnchanged } from '../resource/records.ts'

/** The key of the only row: a shop has one company profile. */
const theOne = 1
const logoWidth = 640

export function companyProfileRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, contract.get, async (_, { db, actor }) => {
    const [found] = await db.select().from(companyProfile)
    if (!found) return ok(null)
    return ok(mayAct(actor, 'company.read') ? found : PublicCompanyProfile.parse(found))
  })

  serve(
    app,
    contract.create,
    async ({ body }, context, drawn) => {
      const logo = await logoOf(context.db, drawn)
      const [row] = await context.db
        .insert(companyProfile)
        .values({ ...body, ...logo, ...stampCreated(context) })
        .returning()
      return recordCreated(context, 'companyProfile', theOne, row!)
    },
    { before: drawLogo },
  )

  serve(
    app,
    contract.update,
    async ({ body }, context, drawn) => {
      const changes = { ...body, ...(await logoOf(context.db, drawn)) }
      const change = await updateUnchanged(
        context,
        'Company profile',
        companyProfile,
        companyProfile.id,
        theOne,
        changes,
      )
      return recordUpdated(context, 'companyProfile', theOne, change)
    },
    { before: drawLogo },
  )

  async function logoOf(db: Db | Tx, [logo]: EncodedPicture[]) {
    if (!logo) return {}
    const [image_url] = await pictures.store(db, logo)
    return { image_url: image_url! }
  }
}

const drawLogo = ({ files }: { files: { image_url: UploadedFile[] } }) => encodePictures(files.image_url, [logoWidth])
