import type { OrderedPiece, OrderPage } from '../../../contract/order-page/order-page.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { formatInUnit } from '../../../contract/shared/quantities.ts'
import { Assay } from '../parts/Assay.tsx'
import { Clauses } from '../parts/Clauses.tsx'
import { NoPicture, Picture } from '../parts/Picture.tsx'
import { useSite } from '../parts/site.ts'
import { Term } from '../parts/Term.tsx'
import { orderWords } from './words/words.ts'

/** The pieces of an order and what they come to. */
export function OrderPieces({ order }: { order: OrderPage }) {
  const words = orderWords[useSite().language]
  const { pieces, subtotal, discount, shippingFee, total } = order
  return (
    <>
      <ul className="order-list order-pieces">
        {pieces.map((piece, n) => (
          // One item may stand on two lines, and nothing moves on this page.
          <Piece piece={piece} key={`${n} ${piece.name}`} />
        ))}
      </ul>
      <dl className="order-sums num">
        <Sum name={words.subtotal} amount={subtotal} />
        {discount > 0 && <Sum name={words.discount} amount={-discount} />}
        {shippingFee > 0 && <Sum name={words.shipping} amount={shippingFee} />}
        <Sum name={words.total} amount={total} isTotal />
      </dl>
    </>
  )
}

function Piece({ piece }: { piece: OrderedPiece }) {
  const { language } = useSite()
  const words = orderWords[language]
  const { name, nameLanguage, size, uom, quantity, price, lineTotal, sellPerGram, picture, focus } = piece
  return (
    <li>
      <div className="order-picture">
        {picture === null ? <NoPicture /> : <Picture path={picture} focus={focus} alt="" sizes="124px" />}
      </div>
      <div className="order-piece">
        <h3 {...(nameLanguage !== language && { lang: nameLanguage })}>
          <Clauses text={name} />
        </h3>
        <Assay item={{ ...piece, pesosPerGram: sellPerGram, daysGold: null }} />
        {size !== null && (
          <p className="order-detail num">
            <Size size={size} />
          </p>
        )}
        {(quantity !== 1 || uom === 'BULK') && (
          <p className="order-detail num">{words.each(formatInUnit(quantity, uom), formatPeso(price))}</p>
        )}
      </div>
      <span className="order-price num">{formatPeso(lineTotal)}</span>
    </li>
  )
}

/** The size of a piece, as `Size 12`; a size in words, as `45 cm`, stands alone. */
function Size({ size }: { size: string }) {
  const words = orderWords[useSite().language]
  return /^[\d.,/ ½¼¾]+$/.test(size) ? words.size(size) : <Term text={size} />
}

const Sum = ({ name, amount, isTotal = false }: { name: string; amount: number; isTotal?: boolean }) => (
  <div className={isTotal ? 'order-total' : undefined}>
    <dt>{name}</dt>
    <dd>{writeSigned(amount)}</dd>
  </div>
)

const writeSigned = (amount: number) => (amount < 0 ? `−${formatPeso(-amount)}` : formatPeso(amount))
