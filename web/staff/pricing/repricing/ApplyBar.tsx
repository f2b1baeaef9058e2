import { Button } from '@mantine/core'

import type { RepriceSummaryData } from '../../../../contract/pricing/repricing.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { describeLeftOut } from './repriceWords.ts'

/** Says in figures what applying will do, and does it. */
export function ApplyBar({
  summary,
  chosen,
  allowed,
  printsLabels,
  onPrintsLabels,
  pending,
  onApply,
}: {
  summary: RepriceSummaryData
  chosen: number
  /** How many of the chosen prices are below their floor. */
  allowed: number
  printsLabels: boolean
  onPrintsLabels: (prints: boolean) => void
  pending: boolean
  onApply: () => void
}) {
  const leftOut = describeLeftOut(summary, allowed)
  const offered = summary.up + summary.down + summary.belowFloor + summary.notReckoned
  return (
    <div className="applybar">
      <p>
        <b>
          {formatQuantity(chosen)} of {formatQuantity(offered)} chosen
        </b>
        {leftOut && <small>{leftOut}</small>}
      </p>
      <label>
        <input
          type="checkbox"
          className="choice-box"
          checked={printsLabels}
          onChange={(event) => onPrintsLabels(event.currentTarget.checked)}
        />
        Print their labels after
      </label>
      <Button className="go" variant="filled" disabled={chosen === 0} loading={pending} onClick={onApply}>
        {chosen === 1 ? 'Apply 1 price' : `Apply ${formatQuantity(chosen)} prices`} <kbd>Ctrl Enter</kbd>
      </Button>
    </div>
  )
}
