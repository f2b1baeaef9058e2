import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { type ReminderRow, reminders } from '../../../../contract/insight/reminders.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { AddIcon, CloseIcon } from '../../../ui/icons.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { formatDue } from './due.ts'
import { FailedPart, LoadingPart, Part } from './Part.tsx'

// The form code is larger than the rest of the dashboard, so it is loaded on first use.
const CreateReminder = lazyComponent(async () => (await import('./ReminderForm.tsx')).CreateReminder)
const EditReminder = lazyComponent(async () => (await import('./ReminderForm.tsx')).EditReminder)

/** Milliseconds after which a reminder that has become overdue shows it. */
const minute = 60_000
/** Maximum number of completed reminders shown. */
const doneShown = 5
const list = readQuery(reminders.list, { query: { sort: 'due', pageSize: '100' } })

/** Lists the shop's reminders in the order of their due dates, followed by recently completed ones. */
export function Reminders() {
  const [open, setOpen] = useState<'new' | number | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const { data, error, refetch } = useQuery(list)
  const now = useNow(minute)
  const rows = data?.data ?? []
  const shown = [...rows.filter(({ done }) => !done), ...rows.filter(({ done }) => done).slice(0, doneShown)]
  const edited = rows.find(({ reminderID }) => reminderID === open)

  function renderBody() {
    if (!data && error) return <FailedPart error={error} onAgain={() => void refetch()} />
    if (!data) return <LoadingPart rows={5} />
    if (shown.length === 0) return <p className="part-empty">Nothing to remember. The + above adds something.</p>
    return (
      // Safari needs the explicit role: it drops list semantics without bullets.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <ul className="todo" role="list" aria-label="Reminders">
        {shown.map((reminder) => (
          <Reminder
            key={reminder.reminderID}
            reminder={reminder}
            now={now}
            onEdit={() => setOpen(reminder.reminderID)}
            onGone={(next) => (next ?? adder.current)?.focus()}
            onFailed={() => void refetch()}
          />
        ))}
      </ul>
    )
  }

  return (
    <Part
      title="Reminders"
      action={
        <button
          ref={adder}
          type="button"
          className="ib"
          aria-label="Create Reminder"
          title="Create Reminder"
          onClick={() => setOpen('new')}
        >
          <AddIcon />
        </button>
      }
    >
      {renderBody()}
      {open === 'new' && <CreateReminder onClose={() => setOpen(null)} />}
      {edited && <EditReminder key={edited.reminderID} reminder={edited} onClose={() => setOpen(null)} />}
    </Part>
  )
}

function Reminder({
  reminder,
  now,
  onEdit,
  onGone,
  onFailed,
}: {
  reminder: ReminderRow
  now: Date
  onEdit: () => void
  /** Called after deletion, to focus the next reminder if there is one. */
  onGone: (next: HTMLElement | null) => void
  onFailed: () => void
}) {
  const { reminderID: id, text, done, updatedAt } = reminder
  const timeZone = useTimeZone()
  const dialogs = useDialogs()
  const row = useRef<HTMLLIElement>(null)
  const client = useQueryClient()
  // Updates the cache immediately, so that an edit right after this starts from the new version.
  const tick = useWrite(reminders.update, ({ data: ticked }) =>
    client.setQueryData(
      list.queryKey,
      (known) => known && { ...known, data: known.data.map((row) => (row.reminderID === id ? ticked : row)) },
    ),
  )
  const remove = useWrite(reminders.remove)
  const due = formatDue(reminder, timeZone, now)
  const reportFailure = ({ message }: { message: string }) => {
    toasts.error(message)
    onFailed()
  }

  async function onDelete() {
    const sure = await dialogs.confirm({
      title: 'Delete reminder?',
      text: `‘${text}’ will be gone for everybody in the shop.`,
      action: 'Delete',
      danger: true,
    })
    if (!sure) return
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    remove.mutate(
      { id },
      { onSuccess: () => onGone(neighbour?.querySelector('input') ?? null), onError: reportFailure },
    )
  }

  return (
    <li ref={row} data-done={done || undefined}>
      <Checkbox
        aria-label={`Done: ${text}`}
        checked={done}
        aria-busy={tick.isPending}
        onChange={() => {
          if (!tick.isPending) tick.mutate({ id, body: { text, done: !done, updatedAt } }, { onError: reportFailure })
        }}
      />
      <button type="button" className="text" title="Edit" onClick={onEdit}>
        {text}
      </button>
      <small data-overdue={due.overdue || undefined}>
        {due.overdue && 'Overdue · '}
        {due.text}
      </small>
      <button
        type="button"
        className="ib sm"
        aria-label={`Delete: ${text}`}
        title="Delete"
        onClick={() => void onDelete()}
      >
        <CloseIcon />
      </button>
    </li>
  )
}
