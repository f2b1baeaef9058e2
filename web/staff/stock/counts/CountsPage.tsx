import { Button } from '@mantine/core'
import { useState } from 'react'

import { screens } from '../../../../contract/shared/screens.ts'
import { type StockCountRow, countStatuses, stockCounts } from '../../../../contract/stock/stock-counts.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../../ui/table/RecordPage.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { categoryChoice, locationChoice } from '../../shared/choices.ts'
import { CreateCount } from './CountForm.tsx'
import { CountSheet } from './CountSheet.tsx'

const title = 'STOCK COUNT LIST'
const statuses = countStatuses.map((status) => ({ value: status, label: status }))
const blindTextOf = ({ blind }: StockCountRow) => (blind ? 'Yes' : 'No')

const createColumns = (timeZone: string): Columns<typeof stockCounts.list> => [
  { header: 'Count Number', value: (c) => c.countNumber, sort: 'countNumber', card: 'title' },
  {
    header: 'Location',
    value: (c) => c.location.locationName,
    cell: (c) => (
      <>
        {c.location.locationName}
        {c.category && <span className="card-only">, {c.category.categoryName}</span>}
      </>
    ),
    sort: 'locationName',
    card: 'detail',
  },
  { header: 'Category', value: (c) => c.category?.categoryName ?? 'All', sort: 'categoryName' },
  { header: 'Blind', value: blindTextOf, sort: 'blind' },
  {
    header: 'Status',
    value: (c) => c.status,
    cell: (c) => <StatusBadge status={c.status} completed="green" />,
    sort: 'status',
    card: 'status',
  },
  {
    header: 'Counted',
    value: (c) => `${c.countedLines} of ${c.totalLines}`,
    sort: 'countedLines',
    align: 'right',
    card: 'value',
  },
  { header: 'Differences', value: (c) => c.differences, cell: (c) => c.differences ?? '–', align: 'right' },
  { header: 'By', value: (c) => c.createdBy?.name ?? '', sort: 'createdByName' },
  { header: 'Opened', value: (c) => formatMoment(c.createdAt, timeZone), sort: 'createdAt', card: 'extra' },
  {
    header: 'Finished',
    value: (c) => (c.finishedAt === null ? '' : formatMoment(c.finishedAt, timeZone)),
    sort: 'finishedAt',
  },
]

/** Lists the count sheets, or opens the one that the address names (`?id=12`). */
export function CountsPage() {
  const timeZone = useTimeZone()
  const [creating, setCreating] = useState(false)
  const opened = useOpenedRecord()
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Stock Count
    </Button>
  )
  if (opened.id !== null)
    return (
      <RecordPage trail key={opened.id} get={stockCounts.get} id={opened.id} back={{ label: title, to: opened.list }}>
        {(sheet) => <CountSheet sheet={sheet} />}
      </RecordPage>
    )
  return (
    <>
      <PageHeader title={title} tabs={<ScreenTabs of={screens.inventory} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="stock-counts"
        label="Stock counts"
        list={stockCounts.list}
        columns={createColumns(timeZone)}
        rowID={(c) => c.countID}
        search="Number, location or remarks"
        filters={[
          { field: 'status', label: 'Any status', options: statuses },
          {
            field: 'locationID',
            label: 'All locations',
            records: asRecordSource(locationChoice),
          },
          {
            field: 'categoryID',
            label: 'Any category',
            records: asRecordSource(categoryChoice),
          },
        ]}
        empty={{
          title: 'No stock counts yet',
          text: 'Open a sheet for a location, count what is on the shelf, and let the differences be approved.',
          action: create,
        }}
        onOpen={(c) => opened.open(c.countID)}
      />
      {creating && <CreateCount onCreated={opened.open} onClose={() => setCreating(false)} />}
    </>
  )
}
