import { answer, BooleanFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const LocationInput = z.object({
  locationName: required(120),
  description: optional(500),
  status: z.boolean().optional(),
})

export const Location = z
  .object({
    locationID: ID,
    locationName: z.string(),
    description: z.string().nullable(),
    status: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'Location' })
export type LocationRow = z.input<typeof Location>

export const locations = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/locations',
    summary: 'Where stock is kept and sold',
    access: 'stock.read',
    query: listQuery(['locationID', 'locationName', 'description', 'status'], { status: BooleanFilter }),
    returns: pageOf(Location),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/locations/:id',
    summary: 'One location',
    access: 'stock.read',
    returns: answer(Location),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/locations',
    summary: 'Creates a location',
    access: 'stock.write',
    body: LocationInput,
    returns: answer(Location),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/locations/:id',
    summary: 'Changes a location',
    access: 'stock.write',
    body: LocationInput.extend(LastRead),
    returns: answer(Location),
  }),
}
