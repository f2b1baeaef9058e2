import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { type LiveRow, lives } from '../../../../contract/live/lives.ts'
import { timeIn } from '../../../../contract/shared/dates.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatPeso } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useLiveWrite } from '../calls/useLiveWrite.ts'
import { describeMinutes } from './liveWords.ts'
import type { Desk } from './useDesk.ts'

/** The name and the state of the live, what was won so far, and its actions. */
export function ConsoleHead({ desk, list, onDone }: { desk: Desk; list: string; onDone: () => void }) {
  const { live, claims } = desk
  const timeZone = useTimeZone()
  const now = useNow(30_000)
  const minutesOf = (from: string, to: number) => Math.max(0, Math.floor((to - Date.parse(from)) / 60_000))
  const priceOf = new Map(live.pieces.map(({ livePieceID, price }) => [livePieceID, price]))
  const won = claims.filter(({ status }) => status === 'won' || status === 'invoiced')
  const worth = won.reduce((sum, { livePieceID }) => sum + (priceOf.get(livePieceID) ?? 0), 0)
  return (
    <header className="live-head">
      <title>{live.liveName}</title>
      <Link className="live-back" to={list} aria-label="All lives">
        ‹
      </Link>
      <h1>{live.liveName}</h1>
      <StatusBadge status={live.status} />
      {live.startedAt !== null && (
        <span className="live-meta">
          {describeMinutes(minutesOf(live.startedAt, now.getTime()))} of{' '}
          {describeMinutes(minutesOf(live.plannedStart, Date.parse(live.expectedEnd)))}, to{' '}
          {timeIn(timeZone, new Date(live.expectedEnd))}
        </span>
      )}
      <span className="live-meta wide">
        {live.pieces.filter(({ firstShownAt }) => firstShownAt !== null).length} of {live.pieceCount} shown
      </span>
      <span className="live-meta wide">
        <b>{won.length}</b> won, {formatPeso(worth)}
      </span>
      <ConsoleActions live={live} desk={desk} onDone={onDone} />
    </header>
  )
}

/** Opens the presenter in a window of its own, for the second screen. */
export const openPresenter = (liveID: number) =>
  void window.open(`${screens.lives}?id=${liveID}&view=present`, 'live-presenter', 'popup')

/** The number of buyers who have won something. */
const countBuyers = (claims: Desk['claims']) =>
  new Set(claims.flatMap(({ status, buyer }) => (status === 'won' || status === 'invoiced' ? [buyer.buyerID] : [])))
    .size

/** The presenter, the baskets, the recap, the plan, and pausing or going on. */
export function ConsoleActions({ live, desk, onDone }: { live: LiveRow; desk: Desk; onDone: () => void }) {
  const start = useLiveWrite(lives.start)
  const pause = useLiveWrite(lives.pause)
  const write = live.status === 'Running' ? pause : start
  return (
    <div className="live-acts">
      <Button size="sm" component={Link} to={`?id=${live.liveID}&view=paste`}>
        Paste <kbd>F4</kbd>
      </Button>
      <Button size="sm" className="present" onClick={() => openPresenter(live.liveID)}>
        Present <kbd>F8</kbd>
      </Button>
      <Button size="sm" variant="subtle" component={Link} to={`?id=${live.liveID}&view=baskets`}>
        Baskets {countBuyers(desk.claims)}
      </Button>
      <Button size="sm" variant="subtle" component={Link} to={`?id=${live.liveID}&view=recap`}>
        Recap
      </Button>
      <Button size="sm" variant="subtle" component={Link} to={`?id=${live.liveID}&view=plan`}>
        Plan
      </Button>
      <Button
        size="sm"
        disabled={write.isPending}
        onClick={() => {
          write.mutate({ id: live.liveID }, { onError: ({ message }) => desk.tellFailure(message) })
          onDone()
        }}
      >
        {live.status === 'Running' ? 'Pause' : 'Go on'}
      </Button>
    </div>
  )
}
