import type { TradeInRow } from '../../../../contract/sales/trade-ins.ts'
import { formatPeso, formatWeight } from '../../../lib/format.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { type DraftPiece, groupByKarat, type ReckonedPiece } from './tradeInDraft.ts'

/** What the pieces become, or have become: scrap of each karat by the gram, at what it costs. */
export function BecomesStock({
  rows,
  tradeIn,
}: {
  rows: readonly { piece: DraftPiece; reckoned: ReckonedPiece }[]
  tradeIn: TradeInRow | null
}) {
  const seesCosts = useSeesCosts()
  const isStock = tradeIn?.acceptedAt != null
  const groups = groupByKarat(
    rows.map(({ piece, reckoned }, n) => ({
      karat: piece.testedKarat,
      grams: reckoned.countedGrams,
      amount: isStock ? (tradeIn.pieces[n]?.cost ?? null) : reckoned.sum,
    })),
  )
  const verb = tradeIn?.status === 'Returned' ? 'Was stock' : isStock ? 'Became stock' : 'Becomes stock'
  return (
    <section className="panel becomes" aria-labelledby="becomes-stock">
      <header>
        <h2 id="becomes-stock">{verb}</h2>
        <p>Scrap{tradeIn && ` at ${tradeIn.location.locationName}`}, at what it costs, not for sale</p>
      </header>
      {groups.length === 0 ? (
        <p className="hint">Test the pieces to see the scrap of each karat.</p>
      ) : (
        <ul>
          {groups.map(({ karat, grams, amount }) => (
            <li key={karat}>
              <Hallmark karat={karat} />
              <span>{formatWeight(grams)}</span>
              {(seesCosts || !isStock) && <b>{amount === null ? '–' : formatPeso(amount)}</b>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
