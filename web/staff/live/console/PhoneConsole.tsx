import './phone.css'
import { Link } from 'react-router'

import { useTimeZone } from '../../../lib/settings.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { NextIcon, PreviousIcon } from '../../../ui/icons.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ClaimBox } from './ClaimBox.tsx'
import { CommentList } from './Comments.tsx'
import { ConsoleActions } from './ConsoleHead.tsx'
import { foreseePlace, isOpen, listBuyers, type LivePiece, placeInLine, stepFrom } from './liveRules.ts'
import { firstNameOf, formatClock, formatShownPrice, nameOfBuyer, stateOf } from './liveWords.ts'
import { NeedsPerson } from './NeedsPerson.tsx'
import { Identity } from './OnShow.tsx'
import type { Box } from './useBox.ts'
import type { Desk } from './useDesk.ts'

const namesAtOnce = 8

/** The console on a phone: moving on at the top, out of the thumb's way, and noting under it. */
export function PhoneConsole({ desk, box, list }: { desk: Desk; box: Box; list: string }) {
  const { live } = desk
  const piece = live.pieces.find(({ livePieceID }) => livePieceID === live.show?.livePieceID) ?? null
  return (
    <div className="live-phone">
      <title>{live.liveName}</title>
      <header className="live-phone-head">
        <Link className="live-back" to={list} aria-label="All lives">
          ‹
        </Link>
        <h1>{live.liveName}</h1>
        <StatusBadge status={live.status} />
        <ConsoleActions live={live} desk={desk} onDone={() => {}} />
      </header>
      <section className="live-phone-piece" aria-label="On show">
        {piece?.image_url ? (
          <img className={focusClass(piece.image_focus)} src={piece.image_url} alt={piece.itemName} />
        ) : (
          <span className="no-picture" />
        )}
        <p className="live-phone-no">
          {piece ? (
            <>
              <span className="vh">Piece </span>
              <b>{piece.number}</b>
              <small>of {live.pieceCount}</small>
            </>
          ) : (
            <small>Nothing is on show</small>
          )}
          {piece && <span className="live-phone-price">{formatShownPrice(piece.price)}</span>}
        </p>
        <h2>{piece?.itemName}</h2>
        <div className="live-phone-go">
          {piece && <Identity piece={piece} />}
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              aria-label={by === 1 ? 'Next piece' : 'Previous piece'}
              disabled={stepFrom(live, by) === null}
              onClick={() => desk.step(by)}
            >
              {by === 1 ? <NextIcon /> : <PreviousIcon />}
            </button>
          ))}
        </div>
      </section>
      {piece && <ShortLine desk={desk} piece={piece} />}
      <div className="live-phone-flow">
        <NeedsPerson desk={desk} atMost={1} onDone={() => {}} />
        <CommentList desk={desk} box={box} onlyClaims={false} />
      </div>
      <div className="live-phone-note">
        {piece && <Names desk={desk} piece={piece} />}
        <ClaimBox desk={desk} box={box} phone />
      </div>
    </div>
  )
}

/** Those who have the piece or wait for it. */
function ShortLine({ desk, piece }: { desk: Desk; piece: LivePiece }) {
  const timeZone = useTimeZone()
  const claims = desk.byPiece.get(piece.livePieceID) ?? []
  return (
    <ol className="live-phone-line" aria-label={`Claims on piece ${piece.number}`}>
      {claims.filter(isOpen).map((claim) => {
        const { word, colour } = stateOf(claim.status, placeInLine(claims, claim.claimID))
        return (
          <li key={claim.claimID}>
            <b>{nameOfBuyer(claim.buyer)}</b>
            <span className={`st ${colour}`}>{word}</span>
            {claim.status === 'asked' ? (
              <button type="button" className="link" onClick={() => void desk.accept(claim)}>
                Takes it
              </button>
            ) : (
              <span className="at">{formatClock(claim.orderAt, timeZone)}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The buyers of this live, the latest first: a tap claims the piece on show. */
function Names({ desk, piece }: { desk: Desk; piece: LivePiece }) {
  const names = listBuyers(desk.claims).slice(0, namesAtOnce)
  if (names.length === 0) return null
  const claims = desk.byPiece.get(piece.livePieceID) ?? []
  const place = foreseePlace(piece, claims, { lineLength: desk.live.lineLength, buyerID: null })
  return (
    <>
      <p className="live-phone-for">
        Tap a name: {place} for <b>{piece.number}</b>
      </p>
      <div className="live-phone-names">
        {names.map((buyer) => {
          const name = nameOfBuyer(buyer)
          const first = firstNameOf(name)
          const { platform } = desk.claims.find((claim) => claim.buyer.buyerID === buyer.buyerID)!
          return (
            <button
              key={buyer.buyerID}
              type="button"
              onClick={() => {
                const { livePieceID } = piece
                void desk.note({ text: buyer.handle, platform, livePieceID, buyerID: buyer.buyerID })
              }}
            >
              <b>{first}</b>
              <small>{name.slice(name.indexOf(first) + first.length).trim()}</small>
            </button>
          )
        })}
      </div>
    </>
  )
}
