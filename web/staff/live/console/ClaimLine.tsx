import { Button } from '@mantine/core'
import { useState } from 'react'

import type { LiveClaimRow } from '../../../../contract/live/live-claims.ts'
import { minutesToAnswer } from '../../../../contract/live/live-statuses.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { ClockIcon } from '../../../ui/icons.tsx'
import { AskReason, type Asked } from './AskReason.tsx'
import { isOpen, type LivePiece, placeInLine } from './liveRules.ts'
import { describeSource, describeUntil, formatClock, formatTimeLeft, nameOfBuyer, stateOf } from './liveWords.ts'
import type { Box } from './useBox.ts'
import type { Desk } from './useDesk.ts'

/** The claims of a piece in their order, and the one that is being typed. */
export function ClaimLine({ desk, box, piece }: { desk: Desk; box: Box; piece: LivePiece }) {
  const claims = desk.byPiece.get(piece.livePieceID) ?? []
  const [asked, setAsked] = useState<Asked | null>(null)
  const { typed, place } = box
  const isTyped = typed?.piece?.livePieceID === piece.livePieceID && typed.name !== ''
  return (
    <>
      <ol className="live-line" aria-label={`Claims on piece ${piece.number}`}>
        {claims.map((claim) => (
          <ClaimRow
            key={claim.claimID}
            claim={claim}
            place={placeInLine(claims, claim.claimID)}
            canMove={claims.some((other) => other.rank < claim.rank && isOpen(other) && other.status !== 'invoiced')}
            desk={desk}
            onAsk={(what) => setAsked({ what, claim, claims })}
            onDone={box.focus}
          />
        ))}
        {isTyped && (
          <li className="ghost">
            <b className="n">{claims.length + 1}</b>
            <div>
              <p>
                <b>{typed.buyer ? nameOfBuyer(typed.buyer) : typed.name}</b>
                <em>you are typing</em>
              </p>
              <small>{typed.isSeveral ? 'several have this name' : place}</small>
            </div>
          </li>
        )}
      </ol>
      {asked && (
        <AskReason
          asked={asked}
          desk={desk}
          onClose={() => {
            setAsked(null)
            box.focus()
          }}
        />
      )}
    </>
  )
}

function ClaimRow({
  claim,
  place,
  canMove,
  desk,
  onAsk,
  onDone,
}: {
  claim: LiveClaimRow
  place: number
  canMove: boolean
  desk: Desk
  onAsk: (what: Asked['what']) => void
  onDone: () => void
}) {
  const timeZone = useTimeZone()
  const name = nameOfBuyer(claim.buyer)
  const { word, colour } = stateOf(claim.status, place)
  const source = describeSource({ ...claim, byName: claim.notedByName })
  const mayMove = canMove && ['waiting', 'refused', 'passed'].includes(claim.status)
  const act = (call: (claim: LiveClaimRow) => Promise<boolean>) => {
    void call(claim)
    onDone()
  }
  return (
    <li className={claim.status}>
      {mayMove ? (
        <button
          type="button"
          className="n"
          aria-label={`${claim.rank}: change the place of ${name}`}
          onClick={() => onAsk('move')}
        >
          {claim.rank}
        </button>
      ) : (
        <b className="n">{claim.rank}</b>
      )}
      <div>
        <p>
          <b>{name}</b>
          <span className={`st ${colour}`}>{word}</span>
          {claim.marks.map((mark) => (
            <em key={mark} className="live-mark">
              {mark}
            </em>
          ))}
        </p>
        <small>
          {formatClock(claim.orderAt, timeZone)}, {source}
          {claim.reason !== null && ` · ${claim.reason}`}
        </small>
      </div>
      <Clock claim={claim} />
      <div className="live-row-acts">
        {claim.status === 'won' && (
          <Button
            size="sm"
            variant="subtle"
            aria-label={`Withdraw the claim of ${name}`}
            onClick={() => onAsk('withdraw')}
          >
            Withdraw
          </Button>
        )}
        {claim.status === 'asked' && (
          <Button size="sm" aria-label={`${name} takes it`} onClick={() => act(desk.accept)}>
            Takes it
          </Button>
        )}
        {(claim.status === 'asked' || claim.status === 'waiting') && (
          <Button size="sm" variant="subtle" aria-label={`Pass ${name}`} onClick={() => act(desk.pass)}>
            Pass
          </Button>
        )}
      </div>
    </li>
  )
}

/** How long the piece is held for its winner, or how long an asked buyer has to answer. */
function Clock({ claim: { status, holdUntil, askedUntil, saleStatus } }: { claim: LiveClaimRow }) {
  const timeZone = useTimeZone()
  const now = useNow(1000)
  if (status === 'waiting')
    return (
      <p className="live-clock none">
        <span>
          asked if freed<small>{minutesToAnswer} min to answer</small>
        </span>
      </p>
    )
  const until = status === 'asked' ? askedUntil : status === 'won' ? holdUntil : null
  if (until === null)
    return (
      <p className="live-clock none">
        {status === 'invoiced' ? 'invoiced' : status === 'won' && saleStatus === 'Pending' ? 'kept' : ''}
      </p>
    )
  const { text, isUrgent } = formatTimeLeft(Date.parse(until) - now.getTime())
  return (
    <p className={isUrgent ? 'live-clock urgent' : 'live-clock'}>
      <ClockIcon />
      <span>
        {text}
        <small>{status === 'asked' ? 'left to answer' : describeUntil(until, timeZone, now)}</small>
      </span>
    </p>
  )
}
