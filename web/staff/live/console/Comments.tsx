import { type KeyboardEvent, memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import type { LiveClaimRow, LiveCommentRow } from '../../../../contract/live/live-claims.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { placeInLine } from './liveRules.ts'
import { describeQuiet, describeSource, formatClock, stateOf } from './liveWords.ts'
import { NeedsPerson } from './NeedsPerson.tsx'
import type { Box } from './useBox.ts'
import type { Desk } from './useDesk.ts'

const pinnedAtOnce = 3
type Part = 'all' | 'claims' | 'person'

/** The comments of the live, the newest at the bottom. Those that need a person are pinned above. */
export function Comments({ desk, box }: { desk: Desk; box: Box }) {
  const [part, setPart] = useState<Part>('all')
  const { comments, undecided, claims } = desk
  const parts: { part: Part; label: string; count: number }[] = [
    { part: 'all', label: 'All', count: comments.length },
    { part: 'claims', label: 'Claims', count: claims.length },
    { part: 'person', label: 'Needs a person', count: undecided.length },
  ]
  return (
    <aside className="live-stream" aria-label="Comments">
      <div className="live-parts">
        {parts.map(({ part: one, label, count }) => (
          <button key={one} type="button" aria-pressed={part === one} onClick={() => setPart(one)}>
            {label} <span className={one === 'person' && count > 0 ? 'waiting' : undefined}>{count}</span>
          </button>
        ))}
      </div>
      <NeedsPerson desk={desk} atMost={part === 'person' ? undecided.length : pinnedAtOnce} onDone={box.focus} />
      {part !== 'person' && <CommentList desk={desk} box={box} onlyClaims={part === 'claims'} />}
    </aside>
  )
}

/** The list itself. Up and Down move in it, Enter takes the name of a comment into the box. */
export function CommentList({ desk, box, onlyClaims }: { desk: Desk; box: Box; onlyClaims: boolean }) {
  const { comments, claims, byPiece } = desk
  const timeZone = useTimeZone()
  const list = useRef<HTMLOListElement>(null)
  const claimOf = useMemo(() => new Map(claims.map((claim) => [claim.claimID, claim])), [claims])
  const shown = comments
    .filter(({ outcome }) => (onlyClaims ? outcome === 'claim' : outcome !== 'undecided'))
    .toReversed()
  const newest = shown.at(-1)?.commentID
  const showNewest = useEffectEvent((isShort: boolean) => {
    // The newest comment stays in sight, unless the person reads in the list.
    const element = list.current
    if (element && (isShort || !element.contains(document.activeElement))) element.scrollTop = element.scrollHeight
  })
  useEffect(() => {
    if (newest !== undefined) showNewest(onlyClaims)
  }, [newest, onlyClaims])

  function onKeyDown(event: KeyboardEvent) {
    const row = event.target
    if (!(row instanceof HTMLElement) || row.dataset['comment'] === undefined) return
    const other =
      event.key === 'ArrowUp' ? row.previousElementSibling : event.key === 'ArrowDown' ? row.nextElementSibling : null
    if (other instanceof HTMLElement) other.focus()
    else if (event.key === 'Enter') {
      const comment = comments.find(({ commentID }) => String(commentID) === row.dataset['comment'])
      box.change(`${comment?.name ?? ''} `)
      box.focus()
    } else if (event.key === 'Escape' || event.key === 'ArrowDown') box.focus()
    else return
    event.preventDefault()
  }
  return (
    // The rows are moved through by keys, from the box.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol className="live-list" ref={list} aria-label="Comments, the newest last" onKeyDown={onKeyDown}>
      {desk.mayReadMore && (
        <li className="live-more">
          <button type="button" className="link" onClick={desk.readMore}>
            Earlier ones
          </button>
        </li>
      )}
      {shown.map((comment) => {
        const claim = claimOf.get(comment.claimID ?? 0)
        const place = claim ? placeInLine(byPiece.get(claim.livePieceID) ?? [], claim.claimID) : 0
        return <CommentRow key={comment.commentID} comment={comment} claim={claim} place={place} timeZone={timeZone} />
      })}
      {shown.length === 0 && !desk.isLoading && (
        <li className="live-empty">No comments yet. What you type in the box below appears here.</li>
      )}
    </ol>
  )
}

/** A comment. It is drawn again only when it changes: the list has hundreds, and each letter in the box comes by here. */
const CommentRow = memo(function CommentRow({
  comment,
  claim,
  place,
  timeZone,
}: {
  comment: LiveCommentRow
  claim: LiveClaimRow | undefined
  place: number
  timeZone: string
}) {
  const state = claim && stateOf(claim.status, place)
  return (
    <li
      className={comment.outcome === 'claim' ? 'live-comment' : 'live-comment quiet'}
      data-comment={comment.commentID}
      tabIndex={-1}
    >
      <time>{formatClock(comment.writtenAt ?? comment.enteredAt, timeZone)}</time>
      <div>
        <p>
          <b>{comment.name}</b>
          <small>
            {comment.orderSource === 'entry'
              ? describeSource({ ...comment, byName: comment.enteredByName })
              : comment.platform}
          </small>
        </p>
        <q>{comment.text}</q>
      </div>
      {claim && state ? (
        <span className={`st ${state.colour}`}>
          {claim.number} {state.word}
        </span>
      ) : (
        <span className="live-quiet">{describeQuiet(comment)}</span>
      )}
    </li>
  )
})

/** Gives the focus to the newest comment, from the box. */
export function focusNewestComment() {
  const rows = document.querySelectorAll<HTMLElement>('[data-comment]')
  rows[rows.length - 1]?.focus()
}
