import './messageSettings.css'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'

import { automaticKinds, messageKinds } from '../../../../contract/sales/message-texts.ts'
import { messages, type MessageSettings as Stored } from '../../../../contract/sales/messages.ts'
import { englishNames, type Language, languages } from '../../../../contract/shared/languages.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { useFormQuery } from '../../../lib/useFormQuery.ts'
import { ChangedMeanwhile, useRecordNews } from '../../../ui/form/ChangedMeanwhile.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { MessageTexts } from './MessageTexts.tsx'
import { TestMail } from './TestMail.tsx'
import { useTyped } from './useTyped.ts'

/** Lets an administrator choose which messages customers get, when, and with which texts. */
export function MessageSettings() {
  const { data, error, refetch } = useFormQuery(messages.settings, 'form', () => call(messages.settings, {}))
  const readAgain = async () => void (await refetch())
  if (!data) return <Pending error={error} refetch={refetch} height={600} />
  return (
    <div className="message-settings">
      {!data.data.canMail && (
        <p>
          The shop sends no mails. The operator sets <code>SMTP_URL</code> and <code>PUBLIC_URL</code>; until then,
          messages can be copied from a sale.
        </p>
      )}
      <Choices stored={data.data} readAgain={readAgain} />
      <MessageTexts templates={data.data.templates} readAgain={readAgain} />
      {data.data.canMail && <TestMail />}
    </div>
  )
}

function Choices({ stored, readAgain }: { stored: Stored; readAgain: () => Promise<void> }) {
  const { values, change } = useTyped(stored)
  const { customerLanguage, messageKinds: kinds } = values
  const [quietFrom, quietUntil] = [values.quietFrom ?? '', values.quietUntil ?? '']
  const write = useWrite(messages.change)
  const [isHalf, setHalf] = useState(false)
  const { news, forget } = useRecordNews(true, { entity: 'shopSetting' })
  const body = {
    customerLanguage,
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
      <ChangedMeanwhile
        news={news}
        onRead={async () => {
          await readAgain()
          write.reset()
          forget()
        }}
      />
      <Checkbox.Group
        label="Sent by the shop itself"
        value={kinds}
        onChange={(chosen) => change({ messageKinds: automaticKinds.filter((kind) => chosen.includes(kind)) })}
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
          value={customerLanguage}
          allowDeselect={false}
          onChange={(value) => change({ customerLanguage: value as Language })}
        />
        <TextInput
          label="Quiet from"
          type="time"
          value={quietFrom}
          onChange={(event) => change({ quietFrom: event.currentTarget.value })}
        />
        <TextInput
          label="Quiet until"
          type="time"
          value={quietUntil}
          onChange={(event) => change({ quietUntil: event.currentTarget.value })}
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
