import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Money } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

// A cart is what the unsaved sales of one browser contain. Tills report it, so that whoever changes prices sees which
// pieces a customer is buying just now. It reserves nothing and proves nothing.

/** Most lines of a cart. */
export const cartLinesAtMost = 500

/** How long a cart counts after its last report: as long as a till may sell at a former price. */
export const cartHours = 24

const CartLine = z.object({ itemID: ID, quantity: z.number().gt(0).max(99_999_999), price: Money })

export const carts = {
  report: endpoint({
    method: 'PUT',
    path: '/api/v1/carts',
    summary: 'Tells what the unsaved sales of a browser contain. It replaces what the browser told before',
    access: 'sales.write',
    body: z.object({
      /** The key of the browser. */
      cartKey: z.uuid('A cart has a UUID'),
      lines: z.array(CartLine).max(cartLinesAtMost, `A cart has at most ${cartLinesAtMost} lines`),
    }),
    returns: answer(z.object({ lines: z.int() })),
  }),
}
export type CartLineRow = z.output<typeof CartLine>
