import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Piece } from '../../../contract/catalogue/metal.ts'
import { computeDaysGold, type DaysGold } from '../../../contract/pricing/days-gold.ts'
import { goldRates } from '../../../contract/pricing/gold-rates.ts'
import { rateAge } from '../../../contract/pricing/rate-rules.ts'
import { readQuery } from '../../lib/query.ts'
import { useNow } from '../../lib/useNow.ts'

type Weighed = Pick<Piece, 'uom' | 'karat'> & { netGrams?: number | null | undefined }

/**
 * Returns the function that gives the gold in a piece at the rate of the day and the rest of its price, in whole pesos. It
 * gives null without a net weight, and without a rate by which the shop may sell now. `isWanted` says whether any piece
 * needs it, so that the rates are not read for nothing.
 */
export function useDaysGold(isWanted: boolean) {
  const now = useNow(60_000)
  const { data } = useQuery({ ...readQuery(goldRates.current, {}), enabled: isWanted })
  const rates = useMemo(
    () =>
      new Map(
        (data?.data ?? []).flatMap(({ karat, latest }) =>
          latest && rateAge(latest.fromAt, now) !== 'refused' ? [[karat, latest.sellPerGram] as const] : [],
        ),
      ),
    [data, now],
  )
  return ({ uom, karat, netGrams = null }: Weighed, price: number): DaysGold | null =>
    computeDaysGold({ uom, netGrams }, price, karat === null ? null : (rates.get(karat) ?? null))
}
