import './markBuyer.css'
import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { liveBuyers } from '../../../../contract/live/live-buyers.ts'
import { type BuyerMark, buyerMarks } from '../../../../contract/live/live-statuses.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { formatNearMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { describeRecord } from '../console/liveWords.ts'

type Facts = Answer<typeof liveBuyers.get>['data']

/** What staff know of a buyer in lives. A manager sets marks here with a reason, and ends them. */
export function MarkBuyer({ buyerID, name, onClose }: { buyerID: number; name: string; onClose: () => void }) {
  const { data, error } = useQuery(readQuery(liveBuyers.get, { id: buyerID }))
  return (
    <Dialog title={`Marks of ${name}`} size={520} onClose={onClose}>
      {data ? (
        <MarkForm facts={data.data} onClose={onClose} />
      ) : (
        <div className="dlg-body">
          {error ? <p role="alert">Error: {error.message}</p> : <output>Loading...</output>}
        </div>
      )}
    </Dialog>
  )
}

function MarkForm({ facts, onClose }: { facts: Facts; onClose: () => void }) {
  const { buyerID, marks } = facts
  const mark = useWrite(liveBuyers.mark)
  const unmark = useWrite(liveBuyers.unmark)
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<BuyerMark | null>(null)
  const [endingID, setEndingID] = useState<number | null>(null)
  const ending = marks.find(({ markID, endedAt }) => markID === endingID && endedAt === null) ?? null
  const free = buyerMarks.filter((one) => !marks.some((known) => known.mark === one && known.endedAt === null))
  const value = chosen !== null && free.includes(chosen) ? chosen : (free[0] ?? null)
  const missing = (value === null && ending === null) || reason.trim() === ''
  const isPending = mark.isPending || unmark.isPending
  const failure = mark.error ?? unmark.error

  function save() {
    if (missing || isPending) return
    const onSuccess = () => turnTo(null)
    if (ending) unmark.mutate({ id: buyerID, markID: ending.markID, body: { reason: reason.trim() } }, { onSuccess })
    else if (value !== null) mark.mutate({ id: buyerID, body: { mark: value, reason: reason.trim() } }, { onSuccess })
  }
  /** Turns the form to the end of a mark, or back to a new mark for null. */
  function turnTo(markID: number | null) {
    mark.reset()
    unmark.reset()
    setReason('')
    setEndingID(markID)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="dlg-body buyer-marks">
        <p>{describeRecord(facts)} in all lives. Only staff see marks.</p>
        {marks.length > 0 && <MarkList marks={marks} isPending={isPending} onEnd={turnTo} />}
        {ending === null && value !== null && (
          <Select
            label="Mark"
            data={free.map((one) => ({ value: one, label: one }))}
            value={value}
            allowDeselect={false}
            onChange={setChosen}
          />
        )}
        {(ending !== null || value !== null) && (
          <TextInput
            key={endingID}
            label={ending === null ? 'Reason' : `Why ${ending.mark} ends`}
            required
            data-autofocus
            // The person has just asked for this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={ending !== null}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <p className="error-line" role="alert">
          {failure && `Error: ${failure.message}`}
        </p>
      </div>
      <div className="dlg-foot">
        {ending === null ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <Button onClick={() => turnTo(null)}>Keep the mark</Button>
        )}
        {(ending !== null || value !== null) && (
          <Button variant="filled" type="submit" aria-disabled={missing} loading={isPending}>
            {ending === null ? 'Mark' : 'End the mark'}
          </Button>
        )}
      </div>
    </form>
  )
}

function MarkList({
  marks,
  isPending,
  onEnd,
}: {
  marks: Facts['marks']
  isPending: boolean
  onEnd: (markID: number) => void
}) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const near = (at: string) => formatNearMoment(at, timeZone, now)
  const sign = (name: string | null, at: string) => (name === null ? near(at) : `${name}, ${near(at)}`)
  return (
    <ul aria-label="Marks">
      {marks.map(({ markID, mark, reason, markedAt, markedByName, endedAt, endedByName, endReason }) => (
        <li key={markID} className={endedAt === null ? undefined : 'ended'}>
          <p>
            <b>{mark}</b> {reason}
            <small>
              {sign(markedByName, markedAt)}
              {endedAt !== null && `; ended by ${sign(endedByName, endedAt)}`}
              {endReason !== null && `: ${endReason}`}
            </small>
          </p>
          {endedAt === null && (
            <Button size="sm" aria-label={`End ${mark}`} disabled={isPending} onClick={() => onEnd(markID)}>
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
