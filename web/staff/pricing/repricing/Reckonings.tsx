import { describeParts, type PriceParts } from '../../../../contract/pricing/price-rules.ts'
import type { RepriceRowData } from '../../../../contract/pricing/repricing.ts'
import { formatNumber } from '../../../../contract/shared/numbers.ts'
import { formatMoment, formatPeso, formatWeight } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { WideTable } from '../../../ui/table/WideTable.tsx'

/** Shows how the old and the new price of a row were reckoned, with the one rounding at the end. */
export function Reckonings({ row }: { row: RepriceRowData }) {
  const timeZone = useTimeZone()
  const { itemName, karat, netGrams, markup, makingPerGram, roundTo, oldRate, newRate, price, newPrice } = row
  const lines = [
    { rate: oldRate, price },
    { rate: newRate, price: newPrice },
  ]
  return (
    <tr className="calc">
      <td colSpan={9}>
        <WideTable>
          <table aria-label={`Reckonings of ${itemName}`}>
            <thead>
              <tr>
                <th>Rate</th>
                <th className="r">{karat} a gram</th>
                <th className="r">Gold, {formatWeight(netGrams)}</th>
                <th className="r">Markup {formatNumber(markup)}%</th>
                <th className="r">Making × {formatPeso(makingPerGram).replace(/\.00$/, '')}/g</th>
                <th className="r">Making, piece</th>
                <th className="r">Stones</th>
                <th className="r">Reckoned</th>
                <th className="r">Up to ₱{roundTo}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ rate, price: result }) => (
                <tr key={`${rate.goldRateID} ${result}`}>
                  <td>{formatMoment(rate.fromAt, timeZone)}</td>
                  <Parts parts={{ ...row, sellPerGram: rate.sellPerGram }} result={result} />
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      </td>
    </tr>
  )
}

function Parts({ parts, result }: { parts: PriceParts; result: number | null }) {
  const { gold, markup, makingByGram, makingByPiece, stones, reckoned } = describeParts(parts)
  const cells = [
    ['rate', parts.sellPerGram],
    ['gold', gold],
    ['markup', markup],
    ['making by gram', makingByGram],
    ['making by piece', makingByPiece],
    ['stones', stones],
    ['reckoned', reckoned],
  ] as const
  return (
    <>
      {cells.map(([name, amount]) => (
        <td key={name} className="r">
          {amount === 0 ? '–' : formatPeso(amount)}
        </td>
      ))}
      <td className="r">
        <b>{result === null ? '–' : formatPeso(result)}</b>
      </td>
    </>
  )
}
