import './messages.css'
import { Link } from 'react-router'

import { messageKinds } from '../../../../contract/sales/message-texts.ts'
import type { CustomerMessage } from '../../../../contract/sales/messages.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

const states = { queued: 'Queued', sent: 'Sent', failed: 'Failed', canceled: 'Not sent' } as const

/** Lists messages to a customer with what became of them. `onRetry` tries a failed one again. */
export function MessageList({
  messages,
  showSale = false,
  onRetry,
}: {
  messages: readonly CustomerMessage[]
  showSale?: boolean
  onRetry?: (mailID: number) => void
}) {
  const timeZone = useTimeZone()
  if (messages.length === 0) return <p className="messages-none">Nothing was sent yet.</p>
  return (
    <ul className="messages-rows" aria-label="Messages to the customer">
      {messages.map((one) => (
        <li key={one.mailID}>
          <details>
            <summary>
              <b>{messageKinds[one.kind]}</b>
              <StatusBadge status={states[one.state]} />
              <small>{describe(one, (at) => formatMoment(at, timeZone))}</small>
            </summary>
            <p className="messages-text">
              <b>{one.subject}</b>
              {one.body}
            </p>
          </details>
          {showSale && (
            <Link className="link" to={recordPathOf(screens.sales, one.saleID)}>
              {one.transactionNumber}
            </Link>
          )}
          {one.state === 'failed' && onRetry && (
            <button type="button" className="link" onClick={() => onRetry(one.mailID)}>
              Try again
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Says when and how a message was sent, or why it was not. */
function describe(one: CustomerMessage, format: (at: string) => string): string {
  const by = one.askedByName ?? 'the shop'
  if (one.state === 'sent')
    return `${format(one.sentAt!)}, ${one.channel === 'email' ? one.recipient : one.channel}, by ${by}`
  if (one.state === 'queued' && one.attempts === 0) return `Goes out from ${format(one.nextTryAt)}, by ${by}`
  if (one.state === 'queued') return `${one.reason}. Next try: ${format(one.nextTryAt)}`
  return one.reason ?? format(one.createdAt)
}
