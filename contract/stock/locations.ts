import { active, crud, defineFields, optionalText, text } from '../shared/resource.ts'
import type { z } from '../shared/zod.ts'

export const locationFields = defineFields('locationID', {
  locationName: text(120),
  description: optionalText(500),
  status: active,
})
export type LocationRow = z.input<typeof locationFields.row>

export const locations = crud('/api/v1/locations', locationFields, {
  schema: 'Location',
  all: 'Locations',
  one: 'location',
  about: ['location'],
  read: 'stock.read',
  write: 'stock.write',
})
