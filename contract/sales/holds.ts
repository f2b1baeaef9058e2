import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { LastRead } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { Sale } from './sales.ts'

export const HoldInput = z.object({
  /** The number of days from now; the default is the setting. */
  days: z.int().min(1).max(365).optional(),
})

export const holds = {
  hold: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id/hold',
    summary: 'Holds the goods of a sale from now on for some days, and takes again those of a lapsed hold',
    access: 'sales.write',
    tellsCash: 'sale',
    body: HoldInput.extend(LastRead),
    returns: answer(Sale),
  }),
}
