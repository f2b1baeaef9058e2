import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { type ReminderRow, reminders } from '../../../../contract/insight/reminders.ts'
import { read, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { AddIcon, CloseIcon } from '../../../ui/icons.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { dueOf } from './due.ts'
import { FailedPart, LoadingPart, Part } from './Part.tsx'

// Forms are more code than all else on the dashboard: loaded when one is opened.
const CreateReminder = lazyComponent(async () => (await import('./ReminderForm.tsx')).CreateReminder)
const EditReminder = lazyComponent(async () => (await import('./ReminderForm.tsx')).EditReminder)

/** How often a dashboard that is looked at asks for the reminders (milliseconds); what is overdue shows by then. */
const interval = 60_000
/** Of what is done, so much is still shown. */
const doneShown = 5
const list = read(reminders.list, { query: { sort: 'due', pageSize: '100' } })

/** The shop's task list: what is to be done in the order in which it is due, below it what was done last. */
export function Reminders() {
  const [open, setOpen] = useState<'new' | number | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...list, refetchInterval: interval })
  const rows = data?.data ?? []
  const shown = [...rows.filter(({ done }) => !done), ...rows.filter(({ done }) => done).slice(0, doneShown)]
  const edited = rows.find(({ reminderID }) => reminderID === open)

  function body() {
    if (!data && error) return <FailedPart message={error.message} onAgain={() => void refetch()} />
    if (!data) return <LoadingPart rows={5} />
    if (shown.length === 0) return <p className="none">Nothing to remember. The + above adds something.</p>
    return (
      // The role, because Safari forgets that a list without bullets is one.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <ul className="todo" role="list" aria-label="Reminders">
        {shown.map((reminder) => (
          <Reminder
            key={reminder.reminderID}
            reminder={reminder}
            now={new Date(dataUpdatedAt)}
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
      {body()}
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
  /** It is deleted: the focus goes to what comes after it, if anything does. */
  onGone: (next: HTMLElement | null) => void
  onFailed: () => void
}) {
  const { reminderID: id, text, done, updatedAt } = reminder
  const timeZone = useTimeZone()
  const dialogs = useDialogs()
  const row = useRef<HTMLLIElement>(null)
  const client = useQueryClient()
  // Known at once: who edits it right after has it as it is now.
  const tick = useWrite(reminders.update, ({ data: ticked }) =>
    client.setQueryData(
      list.queryKey,
      (known) => known && { ...known, data: known.data.map((row) => (row.reminderID === id ? ticked : row)) },
    ),
  )
  const remove = useWrite(reminders.remove)
  const due = dueOf(reminder, timeZone, now)
  const failed = ({ message }: { message: string }) => {
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
    const beside = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    remove.mutate({ id }, { onSuccess: () => onGone(beside?.querySelector('input') ?? null), onError: failed })
  }

  return (
    <li ref={row} data-done={done || undefined}>
      <Checkbox
        aria-label={`Done: ${text}`}
        checked={done}
        aria-busy={tick.isPending}
        onChange={() => {
          if (!tick.isPending) tick.mutate({ id, body: { text, done: !done, updatedAt } }, { onError: failed })
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
