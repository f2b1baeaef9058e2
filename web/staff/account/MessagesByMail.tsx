import './messagesByMail.css'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { digest, type Digest, type DigestTime } from '../../../contract/people/digest.ts'
import { formatMoment } from '../../lib/format.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { Pending } from '../../ui/Pending.tsx'
import { toasts } from '../../ui/toasts.ts'

const times: { value: DigestTime; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'day', label: 'Once a day' },
  { value: 'hour', label: 'At most once an hour' },
]
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Lets the user choose whether unread messages also come by mail. */
export function MessagesByMail() {
  const { data, error, refetch } = useQuery(readQuery(digest.get, {}))
  return (
    <section className="panel messages-by-mail" aria-labelledby="messages-by-mail">
      <h2 id="messages-by-mail">Messages by mail</h2>
      {data ? (
        <Choice key={`${data.data.every} ${data.data.hour}`} stored={data.data} />
      ) : (
        <Pending error={error} refetch={refetch} height={150} />
      )}
    </section>
  )
}

function Choice({ stored }: { stored: Digest }) {
  const [every, setEvery] = useState(stored.every)
  const [hour, setHour] = useState(stored.hour)
  const write = useWrite(digest.choose)
  const timeZone = useTimeZone()
  return (
    <form
      aria-label="Messages by mail"
      onSubmit={(event) => {
        event.preventDefault()
        write.mutate({ body: { every, hour } }, { onSuccess: () => toasts.success('Messages by mail are saved') })
      }}
    >
      <p>
        What waits for you under Messages also goes to {stored.email}. No mail is sent when nothing is new.
        {!stored.canMail && ' The shop has no mail server yet, so it sends no mails.'}
      </p>
      <div className="digest-fields">
        <Select
          label="How often"
          data={times}
          value={every}
          allowDeselect={false}
          disabled={!stored.canMail && stored.every === 'never'}
          onChange={(value) => setEvery(value as DigestTime)}
        />
        {every === 'day' && (
          <Select
            label="At"
            description={`Time in ${timeZone}`}
            data={hours}
            value={String(hour)}
            allowDeselect={false}
            onChange={(value) => setHour(Number(value))}
          />
        )}
      </div>
      {stored.last && <output>{describeLast(stored.last, timeZone)}</output>}
      <p className="error-line" role="alert">
        {write.error && `Error: ${write.error.message}`}
      </p>
      <div>
        <Button
          type="submit"
          variant="filled"
          loading={write.isPending}
          disabled={every === stored.every && hour === stored.hour}
        >
          Save
        </Button>
      </div>
    </form>
  )
}

/** Says what became of the last mail. */
function describeLast({ state, reason, at }: NonNullable<Digest['last']>, timeZone: string): string {
  const when = formatMoment(at, timeZone)
  if (state === 'sent') return `The last mail was sent on ${when}.`
  if (state === 'failed') return `The last mail could not be sent. ${reason ?? ''}`
  if (state === 'canceled') return `The last mail, of ${when}, was not needed any more.`
  return reason ? `The mail of ${when} waits. ${reason}` : 'A mail is on its way.'
}
