import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The rows that the program itself means: it knows them by these codes, whatever their names. */
export const adjustmentTypeCodes = ['manual'] as const

export const AdjustmentTypeInput = z.object({ typeName: required(120), description: required(500) })

export const AdjustmentType = z
  .object({
    adjustmentTypeID: ID,
    typeName: z.string(),
    /** Which of the rows that the program itself means this is; null for the shop's own rows. */
    code: z.enum(adjustmentTypeCodes).nullable(),
    description: z.string(),
    ...Stamps,
  })
  .meta({ id: 'AdjustmentType' })
export type AdjustmentTypeRow = z.input<typeof AdjustmentType>

export const adjustmentTypes = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/adjustment-type',
    summary: 'Kinds of adjustment',
    access: 'stock.read',
    query: listQuery(['adjustmentTypeID', 'typeName', 'description'], {}),
    returns: pageOf(AdjustmentType),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/adjustment-type/:id',
    summary: 'One kind of adjustment',
    access: 'stock.read',
    returns: answer(AdjustmentType),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/adjustment-type',
    summary: 'Creates a kind of adjustment',
    access: 'stock.write',
    body: AdjustmentTypeInput,
    returns: answer(AdjustmentType),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/adjustment-type/:id',
    summary: 'Changes a kind of adjustment',
    access: 'stock.write',
    body: AdjustmentTypeInput.extend(LastRead),
    returns: answer(AdjustmentType),
  }),
}
