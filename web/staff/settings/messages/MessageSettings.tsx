import './messageSettings.css'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type AutomaticKind, automaticKinds, messageKinds } from '../../../../contract/sales/message-texts.ts'
import { messages, type MessageSettings as Stored } from '../../../../contract/sales/messages.ts'
import { englishNames, type Language, languages } from '../../../../contract/shared/languages.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { Pending } from '../../../ui/Pending.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { MessageTexts } from './MessageTexts.tsx'
import { TestMail } from './TestMail.tsx'

/** Lets an administrator choose which messages customers get, when, and with which texts. */
export function MessageSettings() {
  const { data, error, refetch } = useQuery(readQuery(messages.settings, {}))
  if (!data) return <Pending error={error} refetch={refetch} height={600} />
  return (
    <div className="message-settings">
      {!data.data.canMail && (
        <p>
          The shop sends no mails. The operator sets <code>SMTP_URL</code> and <code>PUBLIC_URL</code>; until then,
          messages can be copied from a sale.
        </p>
      )}
      <Choices key={data.data.updatedAt} stored={data.data} />
      <MessageTexts templates={data.data.templates} />
      {data.data.canMail && <TestMail />}
    </div>
  )
}

function Choices({ stored }: { stored: Stored }) {
  const [kinds, setKinds] = useState<AutomaticKind[]>(stored.messageKinds)
  const [language, setLanguage] = useState<Language>(stored.customerLanguage)
  const [quietFrom, setQuietFrom] = useState(stored.quietFrom ?? '')
  const [quietUntil, setQuietUntil] = useState(stored.quietUntil ?? '')
  const write = useWrite(messages.change)
  const [isHalf, setHalf] = useState(false)
  const body = {
    customerLanguage: language,
    messageKinds: kinds,
    quietFrom: quietFrom || null,
    quietUntil: quietUntil || null,
    updatedAt: stored.updatedAt,
  }
  return (
    <form
      aria-label="Messages to customers"
      onSubmit={(event) => {
        event.preventDefault()
        const half = (quietFrom === '') !== (quietUntil === '')
        setHalf(half)
        if (!half) write.mutate({ body }, { onSuccess: () => toasts.success('Messages Saved!') })
      }}
    >
      <Checkbox.Group
        label="Sent by the shop itself"
        value={kinds}
        onChange={(chosen) => setKinds(automaticKinds.filter((kind) => chosen.includes(kind)))}
      >
        {automaticKinds.map((kind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={messageKinds[kind]}
            disabled={!stored.canMail && !kinds.includes(kind)}
          />
        ))}
      </Checkbox.Group>
      <div className="message-fields">
        <Select
          label="Language of customers"
          description="For customers without a language of their own."
          data={languages.map((value) => ({ value, label: englishNames[value] }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage(value as Language)}
        />
        <TextInput
          label="Quiet from"
          type="time"
          value={quietFrom}
          onChange={(event) => setQuietFrom(event.currentTarget.value)}
        />
        <TextInput
          label="Quiet until"
          type="time"
          value={quietUntil}
          onChange={(event) => setQuietUntil(event.currentTarget.value)}
        />
      </div>
      <p className="error-line" role="alert">
        {isHalf ? 'Error: Quiet hours need a beginning and an end' : write.error && `Error: ${write.error.message}`}
      </p>
      <Button type="submit" variant="filled" loading={write.isPending}>
        Save messages
      </Button>
    </form>
  )
}
