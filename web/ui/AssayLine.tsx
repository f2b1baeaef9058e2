import './assayLine.css'
import { computePesosPerGram, computePublicPesosPerGram, formatPesosPerGram } from '../../contract/catalogue/assay.ts'
import type { Karat } from '../../contract/catalogue/karats.ts'
import { formatWeight } from '../lib/format.ts'
import { Hallmark } from '../theme/Hallmark.tsx'

/**
 * Shows what can be measured of a piece in one quiet line: hallmark, grams, pesos a gram, and the margin for staff. A
 * piece without gold names its stone instead.
 */
export function AssayLine({
  piece,
  price,
  margin,
  forCustomer = false,
}: {
  piece: { uom: 'PCS' | 'PAIR' | 'BULK'; grams: number; karat: Karat | null; stone: string | null }
  /** The price of one piece, pair or gram, in pesos. */
  price: number
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
      {pesosPerGram !== null && <span>{formatPesosPerGram(pesosPerGram)}</span>}
      {margin !== null && <span className="margin">margin {margin}%</span>}
    </span>
  )
}
