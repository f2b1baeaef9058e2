import './assayLine.css'
import { computePesosPerGram, computePublicPesosPerGram, formatPesosPerGram } from '../../contract/catalogue/assay.ts'
import type { Piece } from '../../contract/catalogue/metal.ts'
import { formatWeight } from '../lib/format.ts'
import { Hallmark } from '../theme/Hallmark.tsx'

/**
 * Shows what can be measured of a piece in one quiet line: hallmark, grams, pesos a gram, the gold of the
 * day, and the margin for staff. A piece without gold names its stone instead.
 */
export function AssayLine({
  piece,
  price,
  gold = null,
  margin,
  forCustomer = false,
}: {
  piece: Piece
  /** The price of one piece, pair or gram, in pesos. */
  price: number
  /** The gold in it at the rate of the day, in words; null where it is unknown or not shown. */
  gold?: string | null
  /** The margin in whole percent; null where it is hidden or unknown. */
  margin: number | null
  /** Whether a customer reads the line. */
  forCustomer?: boolean
}) {
  const { uom, grams, karat, stone } = piece
  const pesosPerGram = (forCustomer ? computePublicPesosPerGram : computePesosPerGram)(piece, price)
  return (
    <span className="assay">
      {karat && <Hallmark karat={karat} />}
      {!karat && stone && <span>{stone}</span>}
      {uom !== 'BULK' && grams > 0 && <span>{formatWeight(grams)}</span>}
      {pesosPerGram !== null && <span className="per-gram">{formatPesosPerGram(pesosPerGram)}</span>}
      {gold !== null && <span>{gold}</span>}
      {margin !== null && <span className="margin">margin {margin}%</span>}
    </span>
  )
}

/**
 * Shows the line of a piece where a cost stands: hallmark and grams. A cost is no price, so the line has no pesos a gram
 * and no margin.
 */
export const MetalLine = ({ piece }: { piece: Piece }) => <AssayLine piece={piece} price={0} margin={null} />

/** Shows the same line below a name in a table. A card's name is a button, so its line is in another cell. */
export const MetalBelow = ({ piece }: { piece: Piece }) => (
  <div className="assay-below">
    <MetalLine piece={piece} />
  </div>
)

/** Shows the same line in a cell of a card only. */
export const MetalOnCard = ({ piece }: { piece: Piece }) => (
  <div className="card-only">
    <MetalLine piece={piece} />
  </div>
)
