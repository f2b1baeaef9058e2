import { Button } from '@mantine/core'

import { repricings } from '../../../../contract/pricing/repricing.ts'
import { callForStream } from '../../../lib/api.ts'
import { formatQuantity, today } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { useDownload } from '../../../ui/table/useDownload.ts'

/** Downloads the prices that the filters leave as a CSV file. */
export function DownloadPrices({ query }: { query: Record<string, string> }) {
  const timeZone = useTimeZone()
  const { progress, download, cancel } = useDownload()
  if (progress !== null) return <Button onClick={cancel}>{`${formatQuantity(progress.rows ?? 0)} rows. Cancel`}</Button>
  return (
    <Button
      leftSection={<DownloadIcon />}
      onClick={() =>
        void download(`repricing-${today(timeZone)}.csv`, (signal) =>
          callForStream(repricings.preview, { query: { ...query, format: 'csv' } }, { signal }),
        )
      }
    >
      Download CSV
    </Button>
  )
}
