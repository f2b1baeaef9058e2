import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { formatMoment, formatRecent } from '../../../lib/format.ts'
import { readQuery, paramsFor } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import type { ListEndpoint, RowOf } from '../../../ui/form/RecordSelect.tsx'
import type { Icon } from '../../../ui/icons.tsx'
import { usePageSize } from '../../../ui/remembered.ts'
import { useListState, useLastPageFallback } from '../../../ui/table/listState.ts'
import { Paging } from '../../../ui/table/Paging.tsx'
import { useChosenMessage, useNewestOpened } from './inbox.ts'
import { type Choice, splitSentence } from './messages.ts'

export type Entry = {
  choice: Choice
  icon: Icon
  /** One sentence. The text after its first colon appears on a second line. */
  sentence: string
  /** The time of the message (ISO). */
  at: string
  unread: boolean
  /** A note below the time. */
  note?: string | undefined
}

/** Lists one page of messages, newest first. The newest opens next to it. New messages appear
 * automatically. */
export function MessageList<E extends ListEndpoint>({
  list,
  entryOf,
  empty,
}: {
  list: E
  entryOf: (row: RowOf<E>) => Entry
  empty: ReactNode
}) {
  const [pageSize, rememberPageSize] = usePageSize()
  const state = useListState(list.query, pageSize)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...readQuery(list, paramsFor(list, { query: state.query })),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
  const page = data as { data: RowOf<E>[]; meta: { total: number } } | undefined
  const total = page?.meta.total ?? 0
  useLastPageFallback(state, isPlaceholderData ? undefined : page?.meta.total)
  const newest = page?.data[0]
  useNewestOpened(page && (newest ? entryOf(newest).choice : null))

  if (!page)
    return (
      <div className="failed" role={error ? 'alert' : undefined}>
        {error ? (
          <>
            <p>Error: {error.message}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </>
        ) : (
          <output>Loading...</output>
        )}
      </div>
    )
  return (
    <>
      {error && error.status !== 0 && (
        <p className="failed error-line" role="alert">
          Error: {error.message}
        </p>
      )}
      {total === 0 ? empty : <Entries entries={page.data.map(entryOf)} stale={isPlaceholderData} />}
      {total > 0 && (
        <Paging
          page={state.parsed.page}
          pageSize={state.parsed.pageSize}
          total={total}
          addressOf={(page) => state.addressWith({ page: page === 1 ? null : String(page) })}
          onPageSize={(size) => {
            rememberPageSize(size)
            state.change({ pageSize: String(size) })
          }}
        />
      )}
    </>
  )
}

const elementNameOf = ({ name, key }: Choice) => `${name} ${key}`

function Entries({ entries, stale }: { entries: readonly Entry[]; stale: boolean }) {
  const timeZone = useTimeZone()
  const { chosen, addressOf } = useChosenMessage()
  const element = useRef<HTMLUListElement>(null)

  // When the user closes a message, the focus returns to its entry, or to the page if the entry is gone.
  const open = chosen && elementNameOf(chosen)
  const before = useRef(open)
  useEffect(() => {
    const closed = open === null ? before.current : null
    before.current = open
    if (closed === null) return
    const row = element.current?.querySelector<HTMLElement>(`[data-choice='${closed}']`)
    const place = row ?? document.getElementById('main')
    place?.focus()
  }, [open])

  return (
    <ul
      ref={element}
      className="inbox"
      // Safari needs the explicit role: it drops list semantics without bullets.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      role="list"
      aria-label="Messages"
      aria-busy={stale}
      data-stale={stale || undefined}
    >
      {entries.map(({ choice, icon: Icon, sentence, at, unread, note }) => {
        const [head, rest] = splitSentence(sentence)
        const name = elementNameOf(choice)
        return (
          <li key={name} data-unread={unread || undefined}>
            <Link
              to={addressOf(choice)}
              preventScrollReset
              replace={open !== null}
              data-choice={name}
              aria-current={name === open ? 'true' : undefined}
            >
              <span className="dot" aria-hidden="true" />
              <span className="sign">
                <Icon />
              </span>
              <span className="text">
                {unread && <span className="vh">Unread: </span>}
                <b>{head}</b>
                {rest !== '' && (
                  <>
                    <span className="vh">: </span>
                    <span className="rest">{rest}</span>
                  </>
                )}
              </span>
              <span className="when">
                <time dateTime={at} title={formatMoment(at, timeZone)}>
                  {formatRecent(at, timeZone)}
                </time>
                {note && <span>{note}</span>}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
