import { Fragment } from 'react'
import { Link } from 'react-router'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { languageNames } from '../../../../contract/shared/languages.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatCount, formatNearMoment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { Thumb } from '../../../ui/Thumb.tsx'
import { isOpenBasket, nameOfBasket, pageStateOf, pageWords } from './basketRules.ts'

// The parts of a basket, for the table and for the cards of a phone.

/** The acts of a row. Only Managers mark buyers. */
export type BasketActs = {
  onSend: (basket: LiveBasketRow) => void
  onMark: ((basket: LiveBasketRow) => void) | null
}

/** How many pictures of a basket are shown. */
const picturesAtMost = 3

export function BasketBuyer({ basket }: { basket: LiveBasketRow }) {
  const { buyer, marks } = basket
  const name = nameOfBasket(basket)
  return (
    <div className="basket-who">
      <Thumb src={null} name={name.replace(/^@/, '')} small />
      <div>
        <b>{name}</b>
        {marks.map((mark) => (
          <Fragment key={mark}>
            {' '}
            <em>{mark}</em>
          </Fragment>
        ))}
        <small>
          {buyer.platform}
          {buyer.customerName !== null && `, ${buyer.handle}`}
        </small>
      </div>
    </div>
  )
}

export function BasketPieces({ basket: { numbers }, live }: { basket: LiveBasketRow; live: LiveRow }) {
  const pictured = live.pieces.filter(({ number }) => numbers.includes(number)).slice(0, picturesAtMost)
  return (
    <p className="basket-pieces">
      <span className="vh">Pieces </span>
      {pictured.map(({ livePieceID, image_url, image_focus, itemName }) => (
        <Thumb key={livePieceID} src={image_url} focus={image_focus} name={itemName} small />
      ))}
      <span>{numbers.join(', ')}</span>
    </p>
  )
}

/** The way to the payments that the buyer has reported and nobody has checked. */
export function BasketProofs({ basket: { proofsToCheck, salesTransactionID } }: { basket: LiveBasketRow }) {
  if (proofsToCheck === 0) return null
  return (
    <Link className="basket-check" to={`${screens.proofs}?salesTransactionID=${salesTransactionID}`}>
      {formatCount(proofsToCheck, 'proof')} to check
    </Link>
  )
}

/** Until when the pieces of an open basket are held; `kept` until its sale is closed, once it is paid in part. */
export function BasketHold({ basket, before = '' }: { basket: LiveBasketRow; before?: string }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  if (!isOpenBasket(basket)) return null
  return basket.holdUntil === null ? 'kept' : `${before}${formatNearMoment(basket.holdUntil, timeZone, now)}`
}

/** Whether the buyer was sent the page of the order and has opened it. */
export function BasketPage({ basket }: { basket: LiveBasketRow }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const { sentAt, seenAt } = basket
  const near = (at: string | null) => at && formatNearMoment(at, timeZone, now)
  const state = pageStateOf(basket)
  if (state === null) return null
  const words = { ...pageWords, sent: `Sent ${near(sentAt)}`, seen: `Seen ${near(seenAt)}` }
  return <span data-page={state}>{words[state]}</span>
}

export const BasketLanguage = ({ basket: { language } }: { basket: LiveBasketRow }) => (
  <small lang={language}>{languageNames[language]}</small>
)
