import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { notifications, topics } from '../../../contract/notifications.ts'
import { screens } from '../../../contract/screens.ts'
import { quantity } from '../../lib/format.ts'
import { read, useWrite } from '../../lib/query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { type Query, useListState, usePageWithin } from '../../ui/listState.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Paging } from '../../ui/Paging.tsx'
import { usePageSize } from '../../ui/remembered.ts'
import { toasts } from '../../ui/toasts.ts'
import { inboxInterval } from './inbox.ts'
import { MessageList } from './MessageList.tsx'

/** What the shop has told the signed-in user, newest first; each message leads to what it is about. */
export function MessagesPage() {
  const [pageSize, rememberPageSize] = usePageSize()
  const state = useListState(notifications.list.query, pageSize)
  const { parsed, query } = state
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(notifications.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: inboxInterval,
    refetchOnWindowFocus: 'always',
  })
  const readAll = useWrite(notifications.readAll)
  const total = data?.meta.total ?? 0
  const unread = data?.meta.unread ?? 0
  usePageWithin(state, isPlaceholderData ? undefined : data?.meta.total)

  function body() {
    if (!data && error)
      return (
        <div className="failed" role="alert">
          <p>Error: {error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )
    if (!data)
      return (
        <div className="failed">
          <output>Loading...</output>
        </div>
      )
    if (total === 0) return <Nothing query={query} />
    return <MessageList messages={data.data} unreadOnly={query['unread'] === 'true'} stale={isPlaceholderData} />
  }

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
      <section className="panel" aria-label="Messages">
        {data && error && (
          <p className="failed error-line" role="alert">
            Error: {error.message}
          </p>
        )}
        {body()}
        {total > 0 && (
          <Paging
            page={parsed.page}
            pageSize={parsed.pageSize}
            total={total}
            addressOf={(page) => state.addressWith({ page: page === 1 ? null : String(page) })}
            onPageSize={(size) => {
              rememberPageSize(size)
              state.change({ pageSize: String(size) })
            }}
          />
        )}
      </section>
    </>
  )
}

/** The same messages, narrowed: each tab has an address of its own. */
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
          {count > 0 && ` ${quantity(count)}`}
        </Link>
      ))}
    </nav>
  )
}

function Nothing({ query }: { query: Query }) {
  if (query['unread'] === 'true')
    return <EmptyState title="Nothing unread" text="You have read every message. New ones show at the bell above." />
  if (query['topic'] !== undefined)
    return <EmptyState title={`No messages about ${query['topic'].toLowerCase()}`} text="The others are under All." />
  return (
    <EmptyState
      title="No messages yet"
      text="You are told here when stock runs low, a hold lapses, a payment is overdue, or an adjustment waits for you or was decided."
    />
  )
}
