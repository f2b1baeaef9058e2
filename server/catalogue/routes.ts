import type { FastifyInstance } from 'fastify'

import type { Pictures } from '../files/pictures.ts'
import { categoryRoutes } from './items/categories.ts'
import { imageRoutes } from './items/images.ts'
import { itemChangeRoutes } from './items/item-changes.ts'
import { itemSuggestionRoutes } from './items/item-suggestions.ts'
import { itemRoutes } from './items/items.ts'
import { importPictureRoutes } from './items/picture-downloads.routes.ts'
import { labelRoutes } from './labels/labels.ts'
import { publicPieceRoutes } from './shop/public-pieces.routes.ts'
import { shopRoutes } from './shop/shop.ts'

/** Registers every endpoint of the catalogue. Links on labels start with `publicUrl`. */
export function catalogue(
  app: FastifyInstance,
  { pictures, publicUrl }: { pictures: Pictures; publicUrl: string | undefined },
) {
  categoryRoutes(app)
  itemRoutes(app, pictures)
  itemSuggestionRoutes(app)
  itemChangeRoutes(app)
  imageRoutes(app, pictures)
  importPictureRoutes(app)
  labelRoutes(app, publicUrl)
  shopRoutes(app)
  publicPieceRoutes(app)
}
