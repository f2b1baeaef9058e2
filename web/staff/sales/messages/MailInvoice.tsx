import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import { messages } from '../../../../contract/sales/messages.ts'
import { useWrite } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Mails the invoice to an address that the buyer names at the counter. */
export function MailInvoice({ id, onClose }: { id: number; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const send = useWrite(messages.send)
  return (
    <Dialog title="E-mail invoice" size={460} onClose={onClose}>
      <form
        aria-label="E-mail invoice"
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate(
            { id, body: { kind: 'invoice', channel: 'email', email } },
            {
              onSuccess: () => {
                toasts.success(`The invoice goes to ${email}`)
                onClose()
              },
            },
          )
        }}
      >
        <div className="dlg-body">
          <TextInput
            label="To"
            type="email"
            autoComplete="off"
            description="The address is kept with this message alone."
            required
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <p className="error-line" role="alert">
            {send.error && `Error: ${send.error.message}`}
          </p>
        </div>
        <div className="dlg-foot">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="filled" loading={send.isPending}>
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
