import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import { createCsvFile } from '../../../lib/csv.ts'
import { downloadFile } from '../../../lib/files.ts'
import { formatCount, formatNearDay, today } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { formatClock } from '../console/liveWords.ts'
import { describeStep, findSteps, type Step, tabulateSteps } from './recordRules.ts'

/** How many steps are shown at once. A search leaves fewer, and the file has all. */
const stepsAtMost = 200

/** The record of a live: who did what to which claim, in order. */
export function RecordSteps({ id, steps, onClose }: { id: number; steps: readonly Step[]; onClose: () => void }) {
  const timeZone = useTimeZone()
  const [search, setSearch] = useState('')
  const found = findSteps(steps, search)
  const now = useNow(60_000)
  const dayOf = (at: string) => formatNearDay(today(timeZone, new Date(at)), now)
  return (
    <Dialog title="Record of the live" size={640} onClose={onClose}>
      <div className="dlg-body basket-record">
        <TextInput
          type="search"
          label="Find a piece or a buyer"
          data-autofocus
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p aria-live="polite">
          {formatCount(found.length, 'step')}
          {found.length > stepsAtMost && `, of which the first ${stepsAtMost} are shown`}
        </p>
        <ol aria-label="Steps">
          {found.slice(0, stepsAtMost).map((step) => (
            <li key={step.stepID}>
              <time>
                {dayOf(step.at)}, {formatClock(step.at, timeZone)}
              </time>
              <span>
                {describeStep(step)}
                {step.byName !== null && <small>{step.byName}</small>}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div className="dlg-foot">
        <Button
          leftSection={<DownloadIcon />}
          onClick={() => downloadFile(createCsvFile(tabulateSteps(steps, timeZone)), `live-${id}-record.csv`)}
        >
          Download CSV
        </Button>
        <Button variant="filled" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
