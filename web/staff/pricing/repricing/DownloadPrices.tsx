import { Button } from '@mantine/core'

import { repricings } from '../../../../contract/pricing/repricing.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import type { Columns } from '../../../ui/table/columns.ts'
import { useCsvFile } from '../../../ui/table/ListDownload.tsx'
import { describeRow, floorOf } from './repriceWords.ts'

const columns: Columns<typeof repricings.preview> = [
  { header: 'Item', value: (row) => row.itemName },
  { header: 'Item Code', value: (row) => row.itemCode },
  { header: 'Karat', value: (row) => row.karat },
  { header: 'Net weight', value: (row) => row.netGrams },
  { header: 'Old', value: (row) => row.price },
  { header: 'New', value: (row) => row.newPrice },
  { header: 'Floor', value: (row) => floorOf(row) },
  { header: 'To know', value: (row) => describeRow(row)?.status ?? '' },
  { header: 'Held by', value: (row) => row.held?.transactionNumber ?? '' },
  { header: 'In a cart of', value: (row) => row.inCart?.seller ?? '' },
]

/** Downloads the prices that the filters leave as a CSV file. */
export function DownloadPrices({ query }: { query: Record<string, string> }) {
  const list = { name: 'repricing', list: repricings.preview, query, params: undefined, columns, total: 0 }
  const { fetched, download, cancel } = useCsvFile({ ...list, rowID: (row) => row.itemID })
  if (fetched === null)
    return (
      <Button leftSection={<DownloadIcon />} onClick={() => void download()}>
        Download CSV
      </Button>
    )
  return <Button onClick={cancel}>{`${formatQuantity(fetched)} rows. Cancel`}</Button>
}
