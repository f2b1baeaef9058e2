import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { receivings } from '../../../../contract/purchasing/receivings.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatDay, formatShownCost } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** The query for the deliveries of an order. */
export const receivingsOf = (poID: number) => readQuery(receivings.list, { query: { poID, pageSize: 100 } })

/** Lists the deliveries of an order, newest first. Shows nothing if there are none. */
export function OrderReceivings({ poID }: { poID: number }) {
  const { data, error } = useQuery(receivingsOf(poID))
  if (error) return <p role="alert">Error: {error.message}</p>
  if (!data || data.data.length === 0) return null
  return (
    <section className="panel order-receivings" aria-label="Receivings">
      <h2>Receivings</h2>
      <ul>
        {data.data.map((one) => (
          <li key={one.poReceivingID}>
            <Link className="link" to={recordPathOf(screens.receivings, one.poReceivingID)}>
              No. {one.poReceivingID}
            </Link>
            <span>
              {[one.referenceNumber, formatDay(one.receivedDate), one.receivedBy.name].filter(Boolean).join(' · ')}
            </span>
            <StatusBadge status={one.status} completed="green" />
            <b>{formatShownCost(one.totalCost)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
