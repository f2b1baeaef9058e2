import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { messages } from '../../../../contract/sales/messages.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'

/** Sends a test mail, and says whether the mail server took it. */
export function TestMail() {
  const [email, setEmail] = useState('')
  const send = useWrite(messages.test)
  const id = send.data?.data.mailID
  return (
    <section aria-label="Test mail">
      <h3>Test mail</h3>
      <form
        className="message-fields"
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ body: { email } })
        }}
      >
        <TextInput
          label="To"
          type="email"
          required
          value={email}
          error={send.error?.message}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={send.isPending}>
          Send test mail
        </Button>
      </form>
      {id !== undefined && <State key={id} id={id} />}
    </section>
  )
}

function State({ id }: { id: number }) {
  const { data } = useQuery(readQuery(messages.testState, { id }))
  const found = data?.data
  return (
    <output>
      {(!found || (found.state === 'queued' && !found.reason)) && 'It is on its way…'}
      {found?.state === 'queued' && found.reason && `${found.reason}. It is tried again.`}
      {found?.state === 'sent' && 'The mail server took it.'}
      {found?.state === 'failed' && found.reason}
    </output>
  )
}
