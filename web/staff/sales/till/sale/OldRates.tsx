import { useQuery } from '@tanstack/react-query'

import type { Karat } from '../../../../../contract/catalogue/karats.ts'
import { goldRates } from '../../../../../contract/pricing/gold-rates.ts'
import { describeOldRate } from '../../../../../contract/pricing/rate-rules.ts'
import { readQuery } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { useNow } from '../../../../lib/useNow.ts'

/** Warns of rates of more than 24 hours ago that pieces of the sale are priced by, and of those that refuse the sale. */
export function OldRates({ karats }: { karats: readonly Karat[] }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const { data } = useQuery({ ...readQuery(goldRates.current, {}), enabled: karats.length > 0 })
  const sentences = (data?.data ?? []).flatMap(({ karat, latest }) => {
    const sentence =
      latest !== null && karats.includes(karat) ? describeOldRate(karat, latest.fromAt, now, timeZone) : null
    return sentence === null ? [] : [sentence]
  })
  return (
    <output>
      {sentences.length > 0 && (
        <ul className="sec changed" aria-label="Gold rates">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}.</li>
          ))}
        </ul>
      )}
    </output>
  )
}
