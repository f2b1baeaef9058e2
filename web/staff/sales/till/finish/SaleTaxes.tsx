import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { describeTax, sumTaxes } from '../../../../../contract/tax/tax-papers.ts'
import { useTax } from '../../../../lib/tax.ts'

/** Shows the tax within the total of a completed sale, a line for each rate. A shop without tax shows nothing. */
export function SaleTaxes({ sale }: { sale: SaleRow }) {
  const hasTax = useTax()?.taxCountry != null
  const sums = sumTaxes(sale.taxes)
  if (sums.length === 0) return hasTax && sale.completedAt !== null ? <p className="sum-tax">No tax recorded</p> : null
  return sums.map((sum) => (
    <p key={sum.taxRateID} className="sum-tax">
      {describeTax(sum)}
    </p>
  ))
}
