import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { type NotificationRow, topicOf } from '../../../../contract/people/notifications.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { kindIcons } from './inbox.ts'
import { asksForDecision, MessageDecision } from './MessageDecision.tsx'
import { splitSentence, subjectWordOf } from './messages.ts'
import { MarkUnread, Reader } from './Reader.tsx'

/** Shows a message with a link to the record that it is about. */
export function OpenMessage({ message }: { message: NotificationRow }) {
  const timeZone = useTimeZone()
  const { notificationID, kind, entity, link, createdAt, readAt } = message
  const [head, rest] = splitSentence(message.message)
  const Icon = kindIcons[kind]
  const isRequest = asksForDecision(message)
  return (
    <Reader title={head} notificationID={notificationID} unread={readAt === null}>
      <div className="meta">
        <span className="sign">
          <Icon />
        </span>
        <span>{topicOf[kind]}</span>
        <time dateTime={createdAt}>{formatMoment(createdAt, timeZone)}</time>
      </div>
      {rest !== '' && <p className="words">{rest}</p>}
      <div className="ways">
        <MessageDecision message={message} />
        <Button component={Link} to={link} variant={isRequest ? 'default' : 'filled'}>
          Open {subjectWordOf(entity)}
        </Button>
        <MarkUnread notificationID={notificationID} />
      </div>
    </Reader>
  )
}
