import './present.css'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

import { computePesosPerGram, formatPesosPerGram } from '../../../../contract/catalogue/assay.ts'
import { items } from '../../../../contract/catalogue/items.ts'
import { type LiveRow, lives } from '../../../../contract/live/lives.ts'
import { describeDaysGold } from '../../../../contract/pricing/days-gold.ts'
import { formatCount, formatWeight } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { readKey } from '../../../ui/table/listState.ts'
import { useDaysGold } from '../../shared/useDaysGold.ts'
import { readShared } from '../calls/readShared.ts'
import { useClaims } from '../calls/useClaims.ts'
import { groupByPiece, type LivePiece } from '../console/liveRules.ts'
import { formatShownPrice } from '../console/liveWords.ts'
import { useShow } from '../console/useShow.ts'
import { type Card, chooseCard, findFollowing, findTaker, splitClock } from './presentRules.ts'

const followingAtOnce = 5

/**
 * The presenter: the piece on show in the largest type, for the host and the camera. It has no controls: Page Up and Page
 * Down are the remote. Without a live in the address it shows the one that runs.
 */
export function Presenter() {
  const [address] = useSearchParams()
  const named = readKey(address, 'id')
  const running = useQuery({
    ...readQuery(lives.list, { query: { status: 'Running', sort: '-plannedStart', pageSize: '10' } }),
    enabled: named === null,
  })
  const id = named ?? running.data?.data[0]?.liveID ?? null
  const { data, error } = useQuery({ ...readShared(lives.get, { id: id ?? 0 }), enabled: id !== null })
  useStage()
  if (data) return <Stage live={data.data} />
  const failure = error ?? running.error
  return (
    <main className="stage-wait">
      <title>Presenter</title>
      <h1>{failure ? failure.message : id === null && running.data ? 'No live is running' : 'Loading...'}</h1>
    </main>
  )
}

/** Gives the page the sizes of the stage: one rem is a hundred-and-ninety-second of its width. */
function useStage() {
  useEffect(() => {
    document.documentElement.classList.add('live-stage')
    return () => document.documentElement.classList.remove('live-stage')
  }, [])
}

function Stage({ live }: { live: LiveRow }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { step } = useShow(live, setRefusal)
  const byPiece = groupByPiece(useClaims(live).claims)
  const piece = live.pieces.find(({ livePieceID }) => livePieceID === live.show?.livePieceID) ?? null
  const move = (by: 1 | -1) => {
    setRefusal(null)
    step(by)
  }
  useShortcuts('Presenter', [
    { key: 'PageDown', what: 'Next piece', run: () => move(1), once: true },
    { key: 'PageUp', what: 'Previous piece', run: () => move(-1), once: true },
  ])
  return (
    <main className="stage">
      <title>{live.liveName}</title>
      {piece ? (
        <>
          <div className="stage-picture">
            <Picture piece={piece} />
          </div>
          <div className="stage-words">
            <div className="stage-top">
              <p className="stage-no">
                <span className="vh">Piece </span>
                {piece.number}
              </p>
              <h1>{piece.itemName}</h1>
            </div>
            <p className="stage-price">
              <Pesos amount={piece.price} />
            </p>
            <Assay piece={piece} />
            <Claim piece={piece} claims={byPiece.get(piece.livePieceID) ?? []} />
          </div>
        </>
      ) : (
        <h1 className="stage-title">{live.liveName}</h1>
      )}
      <section className="stage-tray" aria-label="What follows">
        {findFollowing(live.pieces, live.show?.livePieceID ?? null, followingAtOnce).map((next, n) => {
          const winner = findTaker(next, byPiece.get(next.livePieceID) ?? [])
          return (
            <div key={next.livePieceID} className={[n === 0 && 'next', winner && 'gone'].filter(Boolean).join(' ')}>
              {next.image_url ? (
                <img className={focusClass(next.image_focus)} src={next.image_url} alt="" />
              ) : (
                <span className="none" />
              )}
              <p>
                <b>{next.number}</b>
                <span>{winner ?? <Pesos amount={next.price} />}</span>
              </p>
            </div>
          )
        })}
      </section>
      <p className="vh" role="alert">
        {refusal}
      </p>
    </main>
  )
}

function Picture({ piece }: { piece: LivePiece }) {
  const { data } = useQuery(readQuery(items.get, { id: piece.itemID }))
  const full = data?.data.images.find(({ thumb_url }) => thumb_url === piece.image_url)
  const src = full?.url ?? piece.image_url
  return src === null ? null : <img className={focusClass(piece.image_focus)} src={src} alt={piece.itemName} />
}

/** Pesos whose sign is smaller and lighter than the figures. */
const Pesos = ({ amount }: { amount: number }) => (
  <>
    <span className="peso">₱</span>
    {formatShownPrice(amount).slice(1)}
  </>
)

/** What is measured of the piece. It has no cost and no margin, because viewers see it. */
function Assay({ piece }: { piece: LivePiece }) {
  const daysGold = useDaysGold(piece.karat !== null)
  const weighed = { ...piece, uom: 'PCS' } as const
  const perGram = computePesosPerGram(weighed, piece.price)
  const gold = daysGold(weighed, piece.price)
  return (
    <div className="stage-assay">
      <p>
        {piece.karat && <Hallmark karat={piece.karat} />}
        {piece.grams > 0 && <span>{formatWeight(piece.grams)}</span>}
        {perGram !== null ? <span>{formatPesosPerGram(perGram)}</span> : piece.stone && <span>{piece.stone}</span>}
      </p>
      {gold && <p>{describeDaysGold(gold, { hasStone: piece.stone !== null })}</p>}
    </div>
  )
}

/** The place card: who has the piece, who is asked, or that it is free. */
function Claim({ piece, claims }: { piece: LivePiece; claims: Parameters<typeof chooseCard>[1] }) {
  const timeZone = useTimeZone()
  const now = useNow(1000)
  const card = chooseCard(piece, claims, { now, timeZone })
  return (
    <section className={`stage-card ${card.kind}`} aria-label="Claim">
      {card.kind === 'asked' && (
        <svg className="stage-left" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={card.share * 100} height="1" />
        </svg>
      )}
      <CardWords card={card} number={piece.number} />
    </section>
  )
}

function CardWords({ card, number }: { card: Card; number: number }) {
  if (card.kind === 'free')
    return (
      <>
        <h2>Free</h2>
        <p className="row">
          <span>
            say <b>mine {number}</b>
          </span>
          <span>{formatCount(card.left, 'piece')}</span>
        </p>
      </>
    )
  if (card.kind === 'gone') return <h2>Sold</h2>
  if (card.kind === 'asked')
    return (
      <>
        <h2>{card.name}?</h2>
        <p className="clock">{card.clock}</p>
        <p className="row">
          <span>{card.why}</span>
          <span>left to answer</span>
        </p>
      </>
    )
  return (
    <>
      <h2>{card.names}</h2>
      {card.clock !== null && (
        <p className="clock">
          {splitClock(card.clock).map(({ text, isUnit }, n) => (
            <Fragment key={n}>{isUnit ? <i>{text}</i> : text}</Fragment>
          ))}
        </p>
      )}
      <p className="row">
        <span>
          {card.next === null ? (
            'has it'
          ) : (
            <>
              next in line <b>{card.next}</b>
            </>
          )}
        </span>
        {card.until !== null && <span>held {card.until}</span>}
      </p>
    </>
  )
}
