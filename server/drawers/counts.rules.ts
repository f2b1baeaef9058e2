import {
  computeCount,
  type CountedCash,
  type CountKind,
  type DrawerCurrency,
} from '../../contract/drawers/drawer-rules.ts'
import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { AppError } from '../kernel/errors.ts'

type Counted = { currency: DrawerCurrency; cash: readonly CountedCash[] }
type Kept = { kind: CountKind; currency: DrawerCurrency; amount: number }

const currenciesOf = ({ countsYen }: { countsYen: boolean }): DrawerCurrency[] => (countsYen ? ['PHP', 'JPY'] : ['PHP'])

const currencyNames: Record<DrawerCurrency, string> = { PHP: 'the pesos', JPY: 'the yen' }

/** Throws 422 when the drawer does not count the currency. */
export function assertCurrency(drawer: { drawerName: string; countsYen: boolean }, currency: DrawerCurrency) {
  if (!currenciesOf(drawer).includes(currency))
    throw new AppError(
      'drawer.currency_not_counted',
      `${drawer.drawerName} does not count ${currencyNames[currency]}`,
      {
        field: 'currency',
      },
    )
}

/** Returns the amount of each currency. Throws 422 unless each currency of the drawer is counted once, and no other. */
export function readCounts(drawer: { drawerName: string; countsYen: boolean }, counts: readonly Counted[]) {
  const wanted = currenciesOf(drawer)
  const field = 'counts'
  const missing = wanted.find((currency) => !counts.some((one) => one.currency === currency))
  if (missing)
    throw new AppError('drawer.currency_missing', `Count ${currencyNames[missing]} of ${drawer.drawerName} too`, {
      field,
    })
  const other = counts.find(
    ({ currency }, n) => !wanted.includes(currency) || counts.findIndex((one) => one.currency === currency) < n,
  )
  if (other)
    throw new AppError(
      'drawer.currency_not_counted',
      wanted.includes(other.currency)
        ? `${drawer.drawerName} counts ${currencyNames[other.currency]} once`
        : `${drawer.drawerName} does not count ${currencyNames[other.currency]}`,
      { field },
    )
  return counts.map(({ currency, cash }) => ({
    currency,
    cash: cash.filter(({ quantity }) => quantity > 0),
    amount: fromCentavos(computeCount(cash)),
  }))
}

/** Returns the counted amount of a currency that counts: the recount, or else the first count; null without one. */
export const findLastCount = (counts: readonly Kept[], currency: DrawerCurrency): number | null =>
  (['recount', 'first'] as const)
    .map((kind) => counts.find((one) => one.kind === kind && one.currency === currency)?.amount)
    .find((amount) => amount !== undefined) ?? null

/** Returns what each opening count differs from the last close of the drawer, where it differs. */
export function listOpeningDifferences(
  opening: readonly { currency: DrawerCurrency; amount: number }[],
  lastClose: readonly Kept[],
) {
  return opening.flatMap(({ currency, amount }) => {
    const before = findLastCount(lastClose, currency)
    const difference = before === null ? 0 : toCentavos(amount) - toCentavos(before)
    return difference === 0 ? [] : [{ currency, amount: fromCentavos(difference) }]
  })
}
