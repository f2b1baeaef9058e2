import { answer, BooleanFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const inventoryTypeCodes = ['on_hand', 'repair'] as const

export const InventoryTypeInput = z.object({
  typeName: required(120),
  description: optional(500),
  status: z.boolean().optional(),
  /** Whether sales may take from stock of this kind; stock waiting for repair, say, is not for sale. */
  sellable: z.boolean().optional(),
})

export const InventoryType = z
  .object({
    inventoryTypeID: ID,
    typeName: z.string(),
    /** Which of the rows that the program itself means this is; null for the shop's own rows. */
    code: z.enum(inventoryTypeCodes).nullable(),
    description: z.string().nullable(),
    status: z.boolean(),
    sellable: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'InventoryType' })
export type InventoryTypeRow = z.input<typeof InventoryType>

export const inventoryTypes = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/inventory-type',
    summary: 'Kinds of stock',
    access: 'stock.read',
    query: listQuery(['inventoryTypeID', 'typeName', 'description', 'status'], { status: BooleanFilter }),
    returns: pageOf(InventoryType),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/inventory-type/:id',
    summary: 'One kind of stock',
    access: 'stock.read',
    returns: answer(InventoryType),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/inventory-type',
    summary: 'Creates a kind of stock',
    access: 'stock.write',
    body: InventoryTypeInput,
    returns: answer(InventoryType),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/inventory-type/:id',
    summary: 'Changes a kind of stock',
    access: 'stock.write',
    body: InventoryTypeInput.extend(LastRead),
    returns: answer(InventoryType),
  }),
}
