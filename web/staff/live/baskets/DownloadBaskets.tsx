import { Button } from '@mantine/core'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { createCsvFile } from '../../../lib/csv.ts'
import { downloadFile } from '../../../lib/files.ts'
import { today } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { sortBaskets } from './basketOrder.ts'
import { tabulateBaskets } from './basketRules.ts'

/** Downloads all baskets of a live as a CSV file. Its name has the day of the live. */
export function DownloadBaskets({
  live: { liveID, startedAt, plannedStart },
  baskets,
}: {
  live: LiveRow
  baskets: readonly LiveBasketRow[]
}) {
  const timeZone = useTimeZone()
  const day = today(timeZone, new Date(startedAt ?? plannedStart))
  return (
    <Button
      leftSection={<DownloadIcon />}
      onClick={() =>
        downloadFile(
          createCsvFile(tabulateBaskets(sortBaskets(baskets), timeZone)),
          `live-${liveID}-baskets-${day}.csv`,
        )
      }
    >
      Download CSV
    </Button>
  )
}
