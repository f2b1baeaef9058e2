import { formatPeso, fromCentavos, toCentavos } from '../shared/money.ts'
import { formatWeight } from '../shared/quantities.ts'
import { describeParts, type PriceParts } from './price-rules.ts'

/**
 * Describes on a paper how the price of a line by the rate came about: the net grams at their rate, the making with the
 * markup, the stones, what the rounding added, and by how much the agreed price differs. `reckoned` is the rounded price
 * of the parts and `price` that of the line, both in pesos. The amounts add up to `price` to the centavo.
 */
export function describeRateOnPaper(
  parts: PriceParts,
  { reckoned, price }: { reckoned: number; price: number },
): string {
  const { gold, markup, makingByGram, makingByPiece, stones } = describeParts(parts)
  const making = [markup, makingByGram, makingByPiece].reduce((sum, part) => sum + toCentavos(part), 0)
  const rounding = toCentavos(reckoned) - toCentavos(gold) - making - toCentavos(stones)
  const named = [
    ['making', making],
    ['stones', toCentavos(stones)],
    ['rounding', rounding],
    ['agreed', toCentavos(price) - toCentavos(reckoned)],
  ] as const
  return [
    `gold ${formatWeight(parts.netGrams)} × ${formatPeso(parts.sellPerGram)} = ${formatPeso(gold)}`,
    ...named.flatMap(([name, centavos]) =>
      centavos === 0 ? [] : [`${name} ${centavos < 0 ? '−' : ''}${formatPeso(fromCentavos(Math.abs(centavos)))}`],
    ),
  ].join(', ')
}
