import { useQuery } from '@tanstack/react-query'

import { imports } from '../../../contract/imports/imports.ts'
import { formatQuantity } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'

/** Interval for polling the progress, in milliseconds. */
const pollInterval = 500

const words = { checking: 'Checked', importing: 'Imported', undoing: 'Taken back' }

/** Shows the progress of a check, import or undo. `waiting` is the text until the server reports progress. */
export function Progress({ waiting }: { waiting: string }) {
  const { data } = useQuery({ ...readQuery(imports.progress, {}), refetchInterval: pollInterval, gcTime: 0 })
  const progress = data?.data ?? null
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
    </div>
  )
}
