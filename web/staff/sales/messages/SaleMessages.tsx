import './messages.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { messages } from '../../../../contract/sales/messages.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { FailureText } from '../../../ui/FailureText.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { MailInvoice } from './MailInvoice.tsx'
import { MessageList } from './MessageList.tsx'
import { SendMessage } from './SendMessage.tsx'

/** Shows what the customer of a sale was told, mails the invoice, and sends other messages. */
export function SaleMessages({ id, isCanceled }: { id: number; isCanceled: boolean }) {
  const [sending, setSending] = useState(false)
  const [typing, setTyping] = useState(false)
  const { data, error } = useQuery(readQuery(messages.ofSale, { id }))
  const send = useWrite(messages.send)
  const retry = useWrite(messages.retry)
  const onError = (failure: Error) => toasts.error(failure.message)
  if (error) return <FailureText error={error} role="alert" />
  if (!data) return null
  const { email, canMail, hasMailServer, refused, messages: told } = data.data
  // Without a customer, only an invoice can be sent, to an address that is typed.
  if (email === null && !hasMailServer && told.length === 0) return null
  return (
    <section className="sec sale-messages" aria-label="Messages">
      {/* A sale without a customer has no heading of the second level before this one. */}
      <h3 aria-level={2}>Messages</h3>
      <div className="messages-buttons">
        {canMail && !isCanceled && (
          <Button
            loading={send.isPending}
            onClick={() =>
              send.mutate(
                { id, body: { kind: 'invoice', channel: 'email' } },
                { onSuccess: () => toasts.success(`The invoice goes to ${email}`), onError },
              )
            }
          >
            E-mail invoice
          </Button>
        )}
        {hasMailServer && !isCanceled && (
          <Button onClick={() => setTyping(true)}>
            {canMail ? 'E-mail invoice to another address' : 'E-mail invoice'}
          </Button>
        )}
        {email !== null && !isCanceled && <Button onClick={() => setSending(true)}>Write message</Button>}
      </div>
      {refused && <p className="messages-hint">This customer does not want messages.</p>}
      <MessageList messages={told} onRetry={(mailID) => retry.mutate({ id, mailID }, { onError })} />
      {typing && <MailInvoice id={id} onClose={() => setTyping(false)} />}
      {sending && <SendMessage id={id} canMail={canMail && !refused} onClose={() => setSending(false)} />}
    </section>
  )
}
