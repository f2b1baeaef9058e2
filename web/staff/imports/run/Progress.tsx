import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { imports } from '../../../../contract/imports/imports.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'

/** Interval for polling the progress, in milliseconds. */
const pollInterval = 500

const words = { checking: 'Checked', importing: 'Imported', undoing: 'Taken back' }

/**
 * Shows the progress of a check, import or undo, which the person can stop. `waiting` is the text until the server reports
 * progress.
 */
export function Progress({ waiting }: { waiting: string }) {
  const { data, dataUpdatedAt } = useQuery({
    ...readQuery(imports.progress, {}),
    refetchInterval: pollInterval,
    gcTime: 0,
  })
  const progress = data?.data ?? null
  const [wantsStop, setWantsStop] = useState(false)
  const { mutate: stop } = useWrite(imports.stop)
  // Work that has not reported yet cannot be stopped, so the wish is sent again after each poll until the work ends.
  useEffect(() => {
    if (wantsStop && dataUpdatedAt > 0) stop({})
  }, [wantsStop, dataUpdatedAt, stop])
  return (
    <div className="downloading">
      <div>
        <progress
          aria-label="Rows done"
          max={Math.max(1, progress?.of ?? 1)}
          value={progress === null ? undefined : progress.rows}
        />
        <span>
          {progress === null
            ? waiting
            : `${words[progress.doing]} ${formatQuantity(progress.rows)} of ${formatQuantity(progress.of)} rows`}
        </span>
      </div>
      <Button size="sm" disabled={wantsStop} onClick={() => setWantsStop(true)}>
        {wantsStop ? 'Stopping…' : 'Stop'}
      </Button>
    </div>
  )
}
