import { useQuery } from '@tanstack/react-query'

import { terms, termsLabels } from '../../../../contract/terms/terms.ts'
import { readQuery } from '../../../lib/query.ts'

/** Shows which versions of the shop's terms were agreed with a sale, with the English text that counts. */
export function SaleTerms({ id }: { id: number }) {
  const { data } = useQuery(readQuery(terms.ofSale, { id }))
  const agreed = data?.data ?? []
  if (agreed.length === 0) return null
  return (
    <ul className="order-links-terms" aria-label="Agreed terms">
      {agreed.map(({ termsID, kind, version, english }) => (
        <li key={termsID}>
          <details>
            <summary>
              {termsLabels[kind]}, version {version}
            </summary>
            <p className="order-links-text">{english}</p>
          </details>
        </li>
      ))}
    </ul>
  )
}
