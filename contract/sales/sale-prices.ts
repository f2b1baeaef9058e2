import { priceChoices } from '../pricing/price-lock-rules.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { LastRead, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { Sale } from './sales.ts'

export const PriceDecision = z.object({
  choice: z.enum(priceChoices, { error: 'Choose keep, lower or reprice' }),
  /** Why this choice, which is kept with it. */
  reason: required(500, 'Say why'),
  /** The sale's total after the choice that the caller saw, in pesos. Another one by now gets 409. */
  total: z.number().min(0).optional(),
})

/** The decision about a kept price whose last day is over. */
export const salePrices = {
  decide: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id/price',
    summary: 'Keeps a price whose last day is over, takes the lower of it and today’s, or reprices the sale',
    access: 'sales.decide_price',
    tellsCash: 'sale',
    body: PriceDecision.extend(LastRead),
    returns: answer(Sale),
  }),
}
