import { answer, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, required, UnitCost } from '../shared/fields.ts'
import { computeLineTotal, fromCentavos, toCentavos } from '../shared/money.ts'
import { z } from '../shared/zod.ts'

/** The present cost of an item and what its stock at all locations is worth. */
export const StockValue = z
  .object({
    itemID: ID,
    /** Pesos per unit, 2 decimals. */
    unitCost: z.number(),
    quantity: z.number(),
    value: z.number(),
  })
  .meta({ id: 'StockValue' })
export type StockValue = z.output<typeof StockValue>

export const RevaluationInput = z.object({ unitCost: UnitCost, reason: required(500) })
export type RevaluationInput = z.input<typeof RevaluationInput>

export const Revaluation = z
  .object({
    revaluationID: ID,
    itemID: ID,
    reason: z.string(),
    /** Pesos per unit, up to 6 decimals. */
    costBefore: costFigure(z.number()),
    costAfter: costFigure(z.number()),
    /** The stock on hand at that moment. */
    quantity: z.number(),
    /** By how many pesos the stock's value changed. */
    difference: costFigure(z.number()),
    createdByID: ID.nullable(),
    createdAt: Moment,
    /** Null for a revaluation that the shop itself made, such as the one of an upgrade. */
    createdBy: z.object({ name: z.string() }).nullable(),
  })
  .meta({ id: 'Revaluation' })

/** Returns the value of the stock at a new cost, and by how many pesos it changes. */
export function computeRevaluation({ quantity, value }: Pick<StockValue, 'quantity' | 'value'>, unitCost: number) {
  const after = computeLineTotal(unitCost, quantity)
  return { value: fromCentavos(after), difference: fromCentavos(after - toCentavos(value)) }
}

export const revaluations = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/items/:id/revaluations',
    summary: 'Lists the revaluations of an item, newest first',
    access: 'stock.read',
    about: ['item', 'receiving'],
    query: listQuery(['revaluationID', 'createdAt'], {}),
    returns: pageOf(Revaluation),
  }),
  value: endpoint({
    method: 'GET',
    path: '/api/v1/items/:id/stock-value',
    summary: 'The present cost of an item and what its stock is worth',
    access: 'stock.revalue',
    about: ['item', 'inventory'],
    returns: answer(StockValue),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/items/:id/revaluations',
    summary: 'Sets the cost of an item, with a reason; the ledger books the difference',
    access: 'stock.revalue',
    body: RevaluationInput,
    returns: answer(Revaluation),
    status: 201,
  }),
}
