import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

import { notifications } from '../../../../contract/people/notifications.ts'
import { useWrite } from '../../../lib/query.ts'
import { toasts } from '../../../ui/toasts.ts'
import { oneColumn, useChosenMessage, useReadOnOpening } from './inbox.ts'

/** Shows an open message with its title and actions. A message that the user opens is marked as read. */
export function Reader({
  title,
  notificationID,
  unread,
  children,
}: {
  title: string
  /** The key of the signed-in user's own message; null if this user has none. */
  notificationID: number | null
  unread: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useReadOnOpening(notificationID, unread)
  useEffect(() => {
    if (matchMedia(oneColumn).matches) heading.current?.focus()
  }, [])
  return (
    <article>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </article>
  )
}

/** Marks a message as unread and closes it. */
export function MarkUnread({ notificationID }: { notificationID: number }) {
  const navigate = useNavigate()
  const { addressOf } = useChosenMessage()
  const { mutate, isPending } = useWrite(notifications.unread)
  return (
    <Button
      variant="subtle"
      aria-disabled={isPending}
      onClick={() => {
        if (isPending) return
        mutate(
          { id: notificationID },
          {
            onSuccess: () => void navigate(addressOf(null), { preventScrollReset: true }),
            onError: ({ message }) => toasts.error(message),
          },
        )
      }}
    >
      Mark as unread
    </Button>
  )
}
