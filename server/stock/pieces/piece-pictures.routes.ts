import type { FastifyInstance } from 'fastify'

import { pieces, picturesPerPiece } from '../../../contract/stock/pieces.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve } from '../../http/serve.ts'
import {
  addPictures,
  drawImages,
  focusPicture,
  findPicturesOfRecord,
  orderPictures,
  pieceOwner,
  removePicture,
} from '../../resource/picture-lists.ts'
import { ok } from '../../resource/records.ts'

/** Registers the endpoints of the pictures that show one piece and no other of its item. */
export function piecePictureRoutes(app: FastifyInstance, pictures: Pictures) {
  const adding = { ...pieceOwner, most: picturesPerPiece, pictures }

  serve(app, pieces.images, async ({ id }, { db }) => ok(await findPicturesOfRecord(db, pieceOwner, id)))

  serve(app, pieces.addImages, async ({ id }, context, drawn) => ok(await addPictures(context, adding, id, drawn)), {
    before: drawImages,
  })

  serve(app, pieces.orderImages, async ({ id, body: { imageIDs } }, context) =>
    ok(await orderPictures(context, pieceOwner, id, imageIDs)),
  )

  serve(app, pieces.focusImage, async ({ id, imageID, body }, context) =>
    ok(await focusPicture(context, pieceOwner, id, imageID, body)),
  )

  serve(app, pieces.removeImage, async ({ id, imageID }, context) =>
    ok(await removePicture(context, pieceOwner, id, imageID)),
  )
}
