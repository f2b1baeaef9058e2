import './baskets.css'
import { useQuery } from '@tanstack/react-query'

import { liveRecord } from '../../../../contract/live/live-claims.ts'
import { readQuery } from '../../../lib/query.ts'
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx'

/** Whether the record of the live replays to the same winners. */
export function RecordProof({ id }: { id: number }) {
  const { data } = useQuery(readQuery(liveRecord.replay, { id }))
  if (!data || data.data.steps.length === 0) return null
  const { agrees, sentence, differences } = data.data
  return (
    <div className={agrees ? 'basket-proof' : 'basket-proof wrong'}>
      {agrees ? <CheckIcon /> : <WarningIcon />}
      <p>
        {agrees ? `Who was first can be proved: ${sentence}.` : `${sentence}.`}
        {differences.map((difference) => (
          <span key={difference}>{difference}</span>
        ))}
      </p>
    </div>
  )
}
