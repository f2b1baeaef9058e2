import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { liveClaims } from '../../../../contract/live/live-claims.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { timeIn } from '../../../../contract/shared/dates.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Thumb } from '../../../ui/Thumb.tsx'
import { formatShownPrice } from '../console/liveWords.ts'
import { findNeverClaimed, type Recap } from './recapRules.ts'

/** How many rows a list shows at first. */
const shown = 4
/** Maximum number of comments that the server returns at once. */
const commentsAtMost = 10_000

/** The pieces that were on show and that nobody claimed. */
export function NeverClaimed({ recap, live }: { recap: Recap; live: LiveRow }) {
  const pieces = findNeverClaimed(recap, live)
  return (
    <ShortList title="Never claimed" count={pieces.length} empty="Somebody claimed each piece that was on show.">
      {pieces.map(({ livePieceID, number, itemName, image_url, image_focus, price }) => (
        <li key={livePieceID}>
          <Thumb src={image_url} focus={image_focus} name={itemName} small />
          <b>
            <span className="vh">Piece </span>
            {number}
          </b>
          <span>{itemName}</span>
          <small>{formatShownPrice(price)}</small>
        </li>
      ))}
    </ShortList>
  )
}

/**
 * The comments that wait for a person. While the live is not closed, they are decided at the console. Afterwards a person
 * can only say that they are no claims.
 */
export function UnreadComments({ recap: { unread }, live: { liveID: id, status } }: { recap: Recap; live: LiveRow }) {
  const timeZone = useTimeZone()
  const { data, error } = useQuery({
    ...readQuery(liveClaims.comments, { id, query: { outcome: 'undecided', atMost: commentsAtMost } }),
    enabled: unread > 0,
  })
  const decide = useWrite(liveClaims.decide)
  const isClosed = status === 'Closed'
  const failure = error ?? decide.error
  return (
    <ShortList
      title="Comments nobody has read"
      count={unread}
      empty="A person or the program has decided each comment."
      failure={failure && `Error: ${failure.message}`}
      {...(!isClosed && unread > 0 && { link: { to: `?id=${id}`, label: 'Decide' } })}
    >
      {(data?.data ?? []).map(({ commentID, name, text, writtenAt, enteredAt }) => (
        <li key={commentID}>
          <time>{timeIn(timeZone, new Date(writtenAt ?? enteredAt))}</time>
          <span>
            <b>{name}</b> {text}
          </span>
          {isClosed && (
            <Button
              size="sm"
              variant="subtle"
              aria-label={`No claim: ${name}, ${text}`}
              disabled={decide.isPending}
              onClick={() => decide.mutate({ id: commentID, body: { isClaim: false } })}
            >
              No claim
            </Button>
          )}
        </li>
      ))}
    </ShortList>
  )
}

/** A panel with the first rows of a list, and all of them on demand. */
function ShortList({
  title,
  count,
  empty,
  failure,
  link,
  children,
}: {
  title: string
  count: number
  empty: string
  failure?: string | null
  link?: { to: string; label: string }
  children: ReactNode[]
}) {
  const [isWhole, setWhole] = useState(false)
  return (
    <section className="panel recap-list" aria-label={title}>
      <header>
        <h2>
          {title} {count > 0 && <small>{count}</small>}
        </h2>
        {link && (
          <Link className="link" to={link.to}>
            {link.label}
          </Link>
        )}
      </header>
      {failure && (
        <p className="error-line" role="alert">
          {failure}
        </p>
      )}
      {children.length === 0 ? count === 0 && <p>{empty}</p> : <ul>{isWhole ? children : children.slice(0, shown)}</ul>}
      {children.length > shown && (
        <Button variant="subtle" size="sm" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `First ${shown}` : `All ${children.length}`}
        </Button>
      )}
    </section>
  )
}
