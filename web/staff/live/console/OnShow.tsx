import { useQuery } from '@tanstack/react-query'

import {
  computeMargin,
  computePesosPerGram,
  formatPesosPerGram,
  joinAssay,
} from '../../../../contract/catalogue/assay.ts'
import { items } from '../../../../contract/catalogue/items.ts'
import { describeDaysGold } from '../../../../contract/pricing/days-gold.ts'
import { formatPeso, formatQuantity, formatWeight } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { useDaysGold } from '../../shared/useDaysGold.ts'
import { ClaimLine } from './ClaimLine.tsx'
import { countFree, type LivePiece, stepFrom } from './liveRules.ts'
import { describeMinutes, formatClock } from './liveWords.ts'
import type { Box } from './useBox.ts'
import type { Desk } from './useDesk.ts'

/** The piece on show: its picture, its number, its price, its stock and the claims in line. */
export function OnShow({ desk, box }: { desk: Desk; box: Box }) {
  const { live } = desk
  const piece = live.pieces.find(({ livePieceID }) => livePieceID === live.show?.livePieceID) ?? null
  return (
    <section className="live-show" aria-label="On show">
      <div className="live-picture">
        {piece ? <Picture piece={piece} /> : <span className="no-picture" />}
        <Steps desk={desk} onStep={box.focus} />
      </div>
      {piece ? (
        <div className="live-facts">
          <div className="live-top">
            <p className="live-no">
              <span className="vh">Piece </span>
              {piece.number}
              <small>of {live.pieceCount}</small>
            </p>
            <Since at={live.show!.shownAt} />
          </div>
          <h2>{piece.itemName}</h2>
          <Identity piece={piece} />
          <p className="live-price">{formatPeso(piece.price)}</p>
          <Assay piece={piece} />
          <Stock desk={desk} piece={piece} />
          <ClaimLine desk={desk} box={box} piece={piece} />
        </div>
      ) : (
        <div className="live-facts live-nothing">
          <h2>Nothing is on show</h2>
          <p>
            {live.pieces.length === 0
              ? 'This live has no pieces yet: add them to its plan.'
              : 'Page Down puts the first piece on show.'}
          </p>
        </div>
      )}
    </section>
  )
}

/** The picture of a piece in full size, and its thumbnail until that is here. */
function Picture({ piece }: { piece: LivePiece }) {
  const { data } = useQuery(readQuery(items.get, { id: piece.itemID }))
  const full = data?.data.images.find(({ thumb_url }) => thumb_url === piece.image_url)
  const src = full?.url ?? piece.image_url
  if (src === null) return <span className="no-picture">No picture</span>
  return <img key={src} className={focusClass(piece.image_focus)} src={src} alt={piece.itemName} />
}

function Steps({ desk, onStep }: { desk: Desk; onStep: () => void }) {
  const step = (by: 1 | -1) => {
    const piece = stepFrom(desk.live, by)
    const key = <kbd>{by === 1 ? 'PgDn' : 'PgUp'}</kbd>
    return (
      <button
        type="button"
        className="live-step"
        disabled={piece === null}
        onClick={() => {
          desk.step(by)
          onStep()
        }}
      >
        {by === -1 && key}
        <span>
          {piece ? (
            <>
              <b>{piece.number}</b> {piece.itemName}
            </>
          ) : by === 1 ? (
            'The last piece'
          ) : (
            'The first piece'
          )}
        </span>
        {by === 1 && key}
      </button>
    )
  }
  return (
    <div className="live-steps">
      {step(-1)}
      {step(1)}
    </div>
  )
}

function Since({ at }: { at: string }) {
  const timeZone = useTimeZone()
  const now = useNow(15_000)
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000))
  return (
    <p className="live-since">
      on show {describeMinutes(minutes)}, since {formatClock(at, timeZone)}
    </p>
  )
}

export const Identity = ({ piece: { karat, grams, stone, itemCode, piece } }: { piece: LivePiece }) => (
  <p className="live-id">
    {karat && <Hallmark karat={karat} />}
    {grams > 0 && <span>{formatWeight(grams)}</span>}
    {stone && <span>{stone}</span>}
    <span>{piece?.number ?? itemCode}</span>
  </p>
)

/** What the price is made of, as far as it is known, and the margin where this person sees costs. */
function Assay({ piece }: { piece: LivePiece }) {
  const { data } = useQuery(readQuery(items.get, { id: piece.itemID }))
  const daysGold = useDaysGold(piece.karat !== null)
  const weighed = { ...piece, uom: 'PCS' } as const
  const perGram = computePesosPerGram(weighed, piece.price)
  const gold = daysGold(weighed, piece.price)
  const cost = data?.data.cost
  const margin = cost === undefined ? null : computeMargin(piece.price, cost)
  const line = joinAssay([
    perGram !== null && formatPesosPerGram(perGram),
    gold && describeDaysGold(gold, { hasStone: piece.stone !== null }),
    margin !== null && `margin ${margin}%`,
  ])
  return line === '' ? null : <p className="live-assay">{line}</p>
}

function Stock({ desk, piece }: { desk: Desk; piece: LivePiece }) {
  const claims = desk.byPiece.get(piece.livePieceID) ?? []
  const free = countFree(piece, claims)
  return (
    <dl className="live-stock">
      <div>
        <dt>Free at {desk.live.locationName}</dt>
        <dd>{formatQuantity(piece.available)}</dd>
      </div>
      <div>
        <dt>Taken here</dt>
        <dd>{piece.quantity - free}</dd>
      </div>
      <div>
        <dt>Left in this live</dt>
        <dd className={free === 0 ? 'none' : undefined}>{free}</dd>
      </div>
    </dl>
  )
}
