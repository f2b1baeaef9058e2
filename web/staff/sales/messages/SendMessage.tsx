import './messages.css'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type MessageKind, messageKinds } from '../../../../contract/sales/message-texts.ts'
import { messages } from '../../../../contract/sales/messages.ts'
import { type MailChannel, mailChannels } from '../../../../contract/shared/mails.ts'
import { copyText } from '../../../lib/clipboard.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { FailureText } from '../../../ui/FailureText.tsx'
import { toasts } from '../../../ui/toasts.ts'

/**
 * Composes a message about a sale. It goes out by e-mail, or a person copies or shares it into another program and marks
 * it as sent.
 */
export function SendMessage({ id, canMail, onClose }: { id: number; canMail: boolean; onClose: () => void }) {
  const [chosen, setKind] = useState<MessageKind>('ready')
  const [channel, setChannel] = useState<MailChannel>(canMail ? 'email' : 'Messenger')
  const { data, error } = useQuery(readQuery(messages.compose, { id }))
  const send = useWrite(messages.send)
  // Only an e-mail attaches an invoice, and gets a link when it is sent.
  const texts = data?.data.filter(({ kind }) => (kind !== 'invoice' && kind !== 'orderLink') || channel === 'email')
  const text = texts?.find((one) => one.kind === chosen) ?? texts?.[0]
  const byMail = channel === 'email'
  const channels = mailChannels
    .filter((one) => canMail || one !== 'email')
    .map((value) => ({ value, label: value === 'email' ? 'E-mail' : value }))

  async function copy(body: string) {
    if (await copyText(body)) toasts.success('Copied')
    else toasts.error('Please mark the text and copy it with Ctrl+C')
  }
  return (
    <Dialog title="Message to the customer" size={520} onClose={onClose}>
      <div className="dlg-body">
        <Select
          label="Message"
          data={texts?.map(({ kind }) => ({ value: kind, label: messageKinds[kind] })) ?? []}
          value={text?.kind ?? null}
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
        {error && <FailureText error={error} role="alert" />}
        {texts?.length === 0 && <p>No message makes sense for this sale now.</p>}
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
          disabled={!text}
          loading={send.isPending}
          onClick={() =>
            text &&
            send.mutate(
              { id, body: { kind: text.kind, channel } },
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
