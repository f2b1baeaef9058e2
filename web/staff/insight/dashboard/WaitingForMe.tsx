import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { dashboard, type WaitingKind } from '../../../../contract/insight/dashboard.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { NextIcon } from '../../../ui/icons.tsx'
import { FailedPart, LoadingPart, Part } from './Part.tsx'

/** The singular and plural text of each kind. */
const words: Record<WaitingKind, readonly [one: string, many: string]> = {
  proofs: ['payment proof to check', 'payment proofs to check'],
  adjustments: ['adjustment to approve', 'adjustments to approve'],
  purchaseOrders: ['purchase order to approve', 'purchase orders to approve'],
  prices: ['kept price to decide', 'kept prices to decide'],
  holds: ['hold ending within 24 hours', 'holds ending within 24 hours'],
  layaways: ['layaway due or overdue', 'layaways due or overdue'],
  lowStock: ['item at reorder level', 'items at reorder level'],
  receivings: ['receiving to complete', 'receivings to complete'],
  questions: ['question to answer', 'questions to answer'],
  people: ['person without a role', 'people without a role'],
}

/** Lists the tasks of the signed-in user. Each line links to the records that it counts. */
export function WaitingForMe() {
  const { data, error, refetch } = useQuery({
    ...readQuery(dashboard.waiting, {}),
    refetchOnWindowFocus: 'always',
  })

  function renderBody() {
    if (!data && error) return <FailedPart error={error} onAgain={() => void refetch()} />
    if (!data) return <LoadingPart rows={5} />
    if (data.data.length === 0) return <p className="part-empty">Nothing waits for you.</p>
    return (
      // Safari needs the explicit role: it drops list semantics without bullets.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <ul className="todo" role="list" aria-label="Waiting for me">
        {data.data.map(({ kind, count, link }) => (
          <li key={kind}>
            <Link to={link}>
              <span className="n">{formatQuantity(count)}</span> <span>{words[kind][count === 1 ? 0 : 1]}</span>{' '}
              <NextIcon />
            </Link>
          </li>
        ))}
      </ul>
    )
  }

  return (
    <Part
      title="Waiting for me"
      action={
        <Link className="link" to={screens.messages}>
          Messages
        </Link>
      }
    >
      {renderBody()}
    </Part>
  )
}
