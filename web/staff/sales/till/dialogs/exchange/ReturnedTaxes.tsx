import type { SaleRow } from '../../../../../../contract/sales/sales.ts'
import { describeTax, sumReturnedTaxes } from '../../../../../../contract/tax/tax-papers.ts'

/**
 * Shows the tax that goes back with returned goods, a line for each rate. `amounts` are in the order of the sale's lines.
 * A sale without recorded tax shows nothing.
 */
export function ReturnedTaxes({ sale, amounts }: { sale: SaleRow; amounts: readonly number[] }) {
  const parts = sale.items.map(({ salesItemID }, n) => ({ salesItemID, amount: amounts[n]! }))
  return sumReturnedTaxes(sale.taxes, parts).map((sum) => <small key={sum.taxRateID}>{describeTax(sum)}</small>)
}
