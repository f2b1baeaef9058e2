import './messages.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearchParams } from 'react-router'

import { type NotificationRow, notifications, topics } from '../../../../contract/people/notifications.ts'
import { type QuestionRow, questions } from '../../../../contract/people/questions.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { CheckIcon, QuestionIcon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { type Query, readListQuery } from '../../../ui/table/listState.ts'
import { RecordPage } from '../../../ui/table/RecordPage.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { kindIcons, unreadMessages, useChosenMessage } from './inbox.ts'
import { type Entry, MessageList } from './MessageList.tsx'
import { choiceOf } from './messages.ts'
import { OpenMessage } from './OpenMessage.tsx'
import { OpenQuestion } from './OpenQuestion.tsx'

/**
 * Shows the user's messages, newest first, and the open message next to them. The Questions tab lists all visitors'
 * questions, including those about which other users were notified.
 */
export function MessagesPage() {
  const [search] = useSearchParams()
  const { data } = useQuery(unreadMessages)
  const readAll = useWrite(notifications.readAll)
  const { chosen } = useChosenMessage()
  const query = readListQuery(notifications.list.query, search, {})
  const unread = data?.meta.unread ?? 0
  return (
    <>
      <PageHeader title="Messages" tabs={<InboxTabs query={query} unread={unread} />}>
        <Button
          leftSection={<CheckIcon />}
          aria-disabled={unread === 0}
          onClick={() => {
            if (unread > 0) readAll.mutate({}, { onError: ({ message }) => toasts.error(message) })
          }}
        >
          Mark all as read
        </Button>
      </PageHeader>
      <section className="panel messages" aria-label="Messages" data-open={chosen !== null || undefined}>
        <div className="list">
          {query['topic'] === 'Questions' ? (
            <Questions />
          ) : (
            <MessageList list={notifications.list} entryOf={messageEntryOf} empty={<NoMessages query={query} />} />
          )}
        </div>
        <div className="open">
          <OpenEntry />
        </div>
      </section>
    </>
  )
}

/** Shows the message or question that the address names. */
function OpenEntry() {
  const { chosen, addressOf } = useChosenMessage()
  if (chosen === null) return <p className="hint">Choose a message to read it here.</p>
  const common = { id: chosen.key, back: { label: 'Messages', to: addressOf(null) } }
  return chosen.name === 'id' ? (
    <RecordPage key={`id ${chosen.key}`} get={questions.get} {...common}>
      {(question) => <OpenQuestion question={question} />}
    </RecordPage>
  ) : (
    <RecordPage key={`message ${chosen.key}`} get={notifications.get} {...common}>
      {(message) => {
        const choice = choiceOf(message)
        return choice.name === 'id' ? <Navigate to={addressOf(choice)} replace /> : <OpenMessage message={message} />
      }}
    </RecordPage>
  )
}

const messageEntryOf = (message: NotificationRow): Entry => ({
  choice: choiceOf(message),
  icon: kindIcons[message.kind],
  sentence: message.message,
  at: message.createdAt,
  unread: message.readAt === null,
})

const questionEntryOf = ({ questionID, name, item, text, createdAt, unread, answeredAt }: QuestionRow): Entry => ({
  choice: { name: 'id', key: questionID },
  icon: QuestionIcon,
  sentence: `${name} asks about ${item?.itemName ?? 'the shop'}: ${text}`,
  at: createdAt,
  unread,
  note: answeredAt === null ? undefined : 'Answered',
})

/** Lists the questions from the public site. A filter shows only unanswered ones. */
function Questions() {
  const [search] = useSearchParams()
  const answered = readListQuery(questions.list.query, search, {})['answered']
  const choices = [
    { label: 'All', value: undefined },
    { label: 'To answer', value: 'false' },
    { label: 'Answered', value: 'true' },
  ]
  return (
    <>
      <nav className="tabs" aria-label="Questions">
        {choices.map(({ label, value }) => (
          <Link
            key={label}
            to={`${screens.messages}?topic=Questions${value === undefined ? '' : `&answered=${value}`}`}
            aria-current={answered === value ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <MessageList list={questions.list} entryOf={questionEntryOf} empty={<NoQuestions answered={answered} />} />
    </>
  )
}

/** Filters the messages. Each tab has its own address. */
function InboxTabs({ query, unread }: { query: Query; unread: number }) {
  const all = query['unread'] === undefined && query['topic'] === undefined
  const tabs = [
    { label: 'All', search: '', current: all, count: 0 },
    { label: 'Unread', search: '?unread=true', current: query['unread'] === 'true', count: unread },
    ...topics.map((topic) => ({
      label: topic,
      search: `?topic=${topic}`,
      current: query['topic'] === topic,
      count: 0,
    })),
  ]
  return (
    <nav className="tabs" aria-label="Messages">
      {tabs.map(({ label, search, current, count }) => (
        <Link key={label} to={screens.messages + search} aria-current={current ? 'page' : undefined}>
          {label}
          {count > 0 && ` ${formatQuantity(count)}`}
        </Link>
      ))}
    </nav>
  )
}

function NoQuestions({ answered }: { answered: string | undefined }) {
  if (answered === 'false')
    return <EmptyState title="Nothing to answer" text="Every question has its answer. The others are under All." />
  if (answered === 'true')
    return <EmptyState title="None answered yet" text="Open a question, reply to it, and mark it as answered." />
  return <EmptyState title="No questions yet" text="What visitors ask about a piece on the public site comes here." />
}

function NoMessages({ query }: { query: Query }) {
  if (query['unread'] === 'true')
    return <EmptyState title="Nothing unread" text="You have read every message. New ones show at the bell above." />
  if (query['topic'] !== undefined)
    return <EmptyState title={`No messages about ${query['topic'].toLowerCase()}`} text="The others are under All." />
  return (
    <EmptyState
      title="No messages yet"
      text="You are told here what visitors ask, what waits for you or was decided, what runs low, and what is due."
    />
  )
}
