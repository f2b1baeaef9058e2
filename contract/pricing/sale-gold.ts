import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

export const saleGold = {
  ofSale: endpoint({
    method: 'GET',
    path: '/api/v2/sales/:id/gold',
    summary: 'Returns the gold in the lines of a sale as papers print it: at the rate of its day, as the shop chose',
    access: 'sales.read',
    tellsCash: 'sale',
    about: ['sale', 'goldRate', 'item', 'piece', 'shopSetting'],
    returns: answer(
      z.object({
        /** The lines that show gold: `gold ₱9,870, work and stone ₱41,680`. */
        lines: z.array(z.object({ salesItemID: ID, gold: z.string() })),
      }),
    ),
  }),
}
