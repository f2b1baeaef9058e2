import { Button, Select } from '@mantine/core'
import { useState } from 'react'

import { instalmentsAtMost } from '../../../../../contract/sales/sale-limits.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { formatPeso } from '../../../../lib/format.ts'
import { DateBox, isDay } from '../../../../ui/DateBox.tsx'
import { NumberBox } from '../../../../ui/form/NumberBox.tsx'
import type { TillInstalment } from '../state/draft.ts'
import { addPeriods, type Rhythm, rhythms, splitTotal } from '../state/instalments.ts'

/** Collects the terms from which the instalments are computed. Each instalment can be changed afterwards. */
export function ScheduleTerms({
  total,
  today,
  onSpread,
}: {
  total: number
  today: string
  onSpread: (schedule: Omit<TillInstalment, 'key'>[]) => void
}) {
  const [down, setDown] = useState<number | null>(null)
  const [count, setCount] = useState<number | null>(3)
  const [rhythm, setRhythm] = useState<Rhythm>('Month')
  const [chosen, setChosen] = useState<string | null>(null)
  const first = chosen ?? addPeriods(today, rhythm, 1)
  const most = instalmentsAtMost - (down ? 1 : 0)
  const rest = toCentavos(total) - toCentavos(down ?? 0)
  const problem = findProblem({ total, down: down ?? 0, count: count ?? 0, most, rest, first })
  return (
    <div className="terms">
      <div className="two">
        <NumberBox label="Down payment today" prefix="₱" places={2} value={down} onChange={setDown} />
        <NumberBox label="Instalments" value={count} onChange={setCount} />
        <Select
          label="One every"
          data={[...rhythms]}
          value={rhythm}
          allowDeselect={false}
          onChange={(value) => setRhythm(rhythms.find((one) => one === value) ?? 'Month')}
        />
        <DateBox label="First due" value={first} onChange={setChosen} />
      </div>
      <Button
        size="sm"
        aria-disabled={problem !== null || undefined}
        onClick={() => {
          if (problem === null) onSpread(splitTotal({ total, down: down ?? 0, count: count!, rhythm, first, today }))
        }}
      >
        Spread {formatPeso(fromCentavos(Math.max(0, rest || 0)))} evenly
      </Button>
      {problem !== null && total > 0 && <p className="sale-line-error">{problem}</p>}
    </div>
  )
}

function findProblem({
  total,
  down,
  count,
  most,
  rest,
  first,
}: {
  total: number
  down: number
  count: number
  most: number
  rest: number
  first: string
}): string | null {
  if (total <= 0) return 'Add an item first'
  if (Number.isNaN(down) || down < 0) return 'The down payment must be an amount'
  if (!Number.isInteger(count) || count < 1 || count > most) return `Enter a number of instalments from 1 to ${most}`
  if (!isDay(first)) return 'Enter the first due date, such as 23 Nov 2026'
  return rest < count ? 'The down payment leaves nothing to spread' : null
}
