import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { LastRead } from '../shared/fields.ts'
import { Sale, SaleLineInput } from './sales.ts'

/** The changes of a single line of a Pending or Processing sale. Each returns the whole sale. */
export const saleLines = {
  add: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/lines',
    summary: 'Adds a line to a sale that is still open',
    access: 'sales.write',
    tellsCash: 'sale',
    body: SaleLineInput.extend(LastRead),
    returns: answer(Sale),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/sales/:id/lines/:salesItemID',
    summary: 'Changes the quantity or the price of a line; an omitted price stays',
    access: 'sales.write',
    tellsCash: 'sale',
    body: SaleLineInput.omit({ itemID: true }).extend(LastRead),
    returns: answer(Sale),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/sales/:id/lines/:salesItemID',
    summary: 'Removes a line from a sale that is still open',
    access: 'sales.write',
    tellsCash: 'sale',
    returns: answer(Sale),
  }),
}
