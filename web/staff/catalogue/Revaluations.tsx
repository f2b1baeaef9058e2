import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { revaluations } from '../../../contract/stock/revaluations.ts'
import { formatMoment, formatShownCost } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { Fact } from '../../ui/Fact.tsx'
import { formatSignedPeso } from '../shared/stock.ts'

import './revaluation.css'

/** Lists the newest revaluations of an item, with a way to all of them. Shows nothing without any. */
export function Revaluations({ itemID: id }: { itemID: number }) {
  const timeZone = useTimeZone()
  const [pageSize, setPageSize] = useState(3)
  const { data } = useQuery(readQuery(revaluations.list, { id, query: { pageSize } }))
  if (!data || data.data.length === 0) return null
  return (
    <Fact name="Revaluations">
      {data.data.map(({ revaluationID, costBefore, costAfter, difference, reason, createdAt, createdBy }) => (
        <span key={revaluationID} className="revaluation">
          <span>
            {formatShownCost(costBefore)} → {formatShownCost(costAfter)}
          </span>
          <span>{formatSignedPeso(difference ?? 0)}</span>
          <small>
            {reason}, {createdBy?.name ?? 'the shop itself'}, {formatMoment(createdAt, timeZone)}
          </small>
        </span>
      ))}
      {data.meta.total > data.data.length && pageSize < 100 && (
        <UnstyledButton className="link" onClick={() => setPageSize(100)}>
          All {data.meta.total} revaluations
        </UnstyledButton>
      )}
    </Fact>
  )
}
