import './baskets.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { liveRecord } from '../../../../contract/live/live-claims.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx'
import { formatClock } from '../console/liveWords.ts'
import { RecordSteps } from './RecordSteps.tsx'

/** Whether the record of the live replays to the same winners. */
export function RecordProof({ id }: { id: number }) {
  const timeZone = useTimeZone()
  const { data, dataUpdatedAt } = useQuery(readQuery(liveRecord.replay, { id }))
  const [isOpen, setOpen] = useState(false)
  if (!data || data.data.steps.length === 0) return null
  const { agrees, sentence, differences, steps } = data.data
  const checked = formatClock(new Date(dataUpdatedAt).toISOString(), timeZone)
  return (
    <div className={agrees ? 'basket-proof' : 'basket-proof wrong'}>
      {agrees ? <CheckIcon /> : <WarningIcon />}
      <p>
        {agrees
          ? `Who was first can be proved: ${sentence}, checked ${checked}. `
          : `${sentence}, checked ${checked}. `}
        <button type="button" className="link" onClick={() => setOpen(true)}>
          Open the record
        </button>
        {differences.map((difference) => (
          <span key={difference}>{difference}</span>
        ))}
      </p>
      {isOpen && <RecordSteps id={id} steps={steps} onClose={() => setOpen(false)} />}
    </div>
  )
}
