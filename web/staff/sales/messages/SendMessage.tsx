import './messages.css'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type MessageKind, messageKindNames, messageKinds } from '../../../../contract/sales/message-texts.ts'
import { messages } from '../../../../contract/sales/messages.ts'
import { type MailChannel, mailChannels } from '../../../../contract/shared/mails.ts'
import { messageOf } from '../../../lib/api.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toasts } from '../../../ui/toasts.ts'

const kinds = messageKindNames.map((value) => ({ value, label: messageKinds[value] }))

/**
 * Composes a message about a sale. It goes out by e-mail, or a person copies or shares it into another program and marks
 * it as sent.
 */
export function SendMessage({ id, canMail, onClose }: { id: number; canMail: boolean; onClose: () => void }) {
  const [kind, setKind] = useState<MessageKind>('ready')
  const [channel, setChannel] = useState<MailChannel>(canMail ? 'email' : 'Messenger')
  const { data, error } = useQuery(readQuery(messages.compose, { id }))
  const send = useWrite(messages.send)
  const text = data?.data.find((one) => one.kind === kind)
  const byMail = channel === 'email'
  const channels = mailChannels
    .filter((one) => canMail || one !== 'email')
    .map((value) => ({ value, label: value === 'email' ? 'E-mail' : value }))

  async function copy(body: string) {
    // The clipboard needs https or localhost.
    const done = await navigator.clipboard?.writeText(body).then(
      () => true,
      () => false,
    )
    if (done) toasts.success('Copied')
    else toasts.error('Please mark the text and copy it with Ctrl+C')
  }
  return (
    <Dialog title="Message to the customer" size={520} onClose={onClose}>
      <div className="dlg-body">
        <Select
          label="Message"
          data={kinds}
          value={kind}
          allowDeselect={false}
          data-autofocus
          onChange={(value) => setKind(value as MessageKind)}
        />
        <Select
          label="By"
          data={channels}
          value={channel}
          allowDeselect={false}
          onChange={(value) => setChannel(value as MailChannel)}
        />
        {error && <p role="alert">Error: {messageOf(error)}</p>}
        {text && (
          <p className="messages-text" aria-label="Text of the message">
            {byMail && <b>{text.subject}</b>}
            {text.body}
          </p>
        )}
        <p className="error-line" role="alert">
          {send.error && `Error: ${send.error.message}`}
        </p>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose}>Close</Button>
        {!byMail && text && (
          <>
            <Button onClick={() => void copy(text.body)}>Copy</Button>
            {'share' in navigator && (
              // The person may close the share sheet, which is no failure.
              <Button onClick={() => void navigator.share({ text: text.body }).catch(() => {})}>Share</Button>
            )}
          </>
        )}
        <Button
          variant="filled"
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              { id, body: { kind, channel } },
              {
                onSuccess: () => {
                  toasts.success(byMail ? 'The message is on its way' : 'Marked as sent')
                  onClose()
                },
              },
            )
          }
        >
          {byMail ? 'Send' : 'Mark as sent'}
        </Button>
      </div>
    </Dialog>
  )
}
