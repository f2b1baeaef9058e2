import type { MouseEvent } from 'react'
import { Link } from 'react-router'

import { type NotificationRow, notifications, topicOf } from '../../../contract/notifications.ts'
import { moment, recent } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { toasts } from '../../ui/toasts.ts'
import { topicIcons } from './inbox.ts'

/** Messages, each a link to what it is about; following it marks it as read, and so does its button. */
export function MessageList({
  messages,
  unreadOnly,
  stale,
}: {
  messages: readonly NotificationRow[]
  /** What is read leaves the list. */
  unreadOnly: boolean
  /** Others are on their way. */
  stale: boolean
}) {
  const timeZone = useTimeZone()
  const write = useWrite(notifications.read)
  const markRead = ({ notificationID, readAt }: NotificationRow) => {
    if (readAt === null) write.mutate({ id: notificationID }, { onError: ({ message }) => toasts.error(message) })
  }

  /** The button goes once its message is read: the focus stays with the message, or goes to the next one. */
  function onMark(event: MouseEvent<HTMLButtonElement>, message: NotificationRow) {
    const row = event.currentTarget.closest('li')!
    const next = unreadOnly ? (row.nextElementSibling ?? row.previousElementSibling) : row
    const focused = next?.querySelector('a') ?? document.getElementById('main')
    focused?.focus()
    markRead(message)
  }

  return (
    // The role, because Safari forgets that a list without bullets is one.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className="inbox" role="list" aria-label="Messages" aria-busy={stale} data-stale={stale || undefined}>
      {messages.map((message) => {
        const { notificationID, kind, link, createdAt, readAt } = message
        const Icon = topicIcons[topicOf[kind]]
        return (
          <li key={notificationID} data-unread={readAt === null || undefined}>
            <Link to={link} onClick={() => markRead(message)}>
              <span className="dot" aria-hidden="true" />
              <span className="sign">
                <Icon />
              </span>
              <span className="text">
                {readAt === null && <span className="vh">Unread: </span>}
                {message.message}
              </span>
              <time dateTime={createdAt} title={moment(createdAt, timeZone)}>
                {recent(createdAt, timeZone)}
              </time>
            </Link>
            {readAt === null && (
              <button
                type="button"
                className="ib sm"
                aria-label={`Mark as read: ${message.message}`}
                title="Mark as read"
                onClick={(event) => onMark(event, message)}
              >
                <CheckIcon />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
