import { Button } from '@mantine/core'
import { useState } from 'react'

import { screens } from '../../../../contract/shared/screens.ts'
import { stockTransfers } from '../../../../contract/stock/stock-transfers.ts'
import { formatMoment, formatQuantity } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../../ui/table/RecordPage.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { locationChoice } from '../../shared/choices.ts'
import { TransferDocument } from './TransferDocument.tsx'
import { CreateTransfer } from './TransferForm.tsx'
import { emptyTransfer, type TransferDraft } from './transferState.ts'

const title = 'STOCK TRANSFER LIST'
const byLocation = asRecordSource(locationChoice)

const createColumns = (timeZone: string): Columns<typeof stockTransfers.list> => [
  { header: 'Transfer Number', value: (t) => t.transferNumber, sort: 'transferNumber', card: 'title' },
  { header: 'From', value: (t) => t.fromLocation.locationName, sort: 'fromLocationName' },
  {
    header: 'To',
    value: (t) => t.toLocation.locationName,
    cell: (t) => (
      <>
        <span className="card-only">{t.fromLocation.locationName} to </span>
        {t.toLocation.locationName}
      </>
    ),
    sort: 'toLocationName',
    card: 'detail',
  },
  { header: 'Total Items', value: (t) => t.totalItems, sort: 'totalItems', align: 'right' },
  {
    header: 'Total Quantity',
    value: (t) => t.totalQuantity,
    cell: (t) => formatQuantity(t.totalQuantity),
    sort: 'totalQuantity',
    align: 'right',
    card: 'value',
  },
  { header: 'Date', value: (t) => formatMoment(t.createdAt, timeZone), sort: 'createdAt', card: 'extra' },
  { header: 'By', value: (t) => t.createdBy?.name ?? '', sort: 'createdByName' },
  { header: 'Remarks', value: (t) => t.remarks, cell: (t) => <span className="clamp">{t.remarks}</span> },
]

/** Lists the stock transfers, or shows the one that the address names (`?id=12`). */
export function TransfersPage() {
  const timeZone = useTimeZone()
  const [draft, setDraft] = useState<TransferDraft | null>(null)
  const opened = useOpenedRecord()
  const create = (
    <Button variant="filled" onClick={() => setDraft(emptyTransfer)}>
      + Create Transfer
    </Button>
  )
  return (
    <>
      {opened.id === null ? (
        <>
          <PageHeader title={title} tabs={<ScreenTabs of={screens.inventory} />}>
            {create}
          </PageHeader>
          <QueryTable
            name="stock-transfers"
            label="Stock transfers"
            list={stockTransfers.list}
            columns={createColumns(timeZone)}
            rowID={(t) => t.transferID}
            search="Number, location or remarks"
            filters={[
              { field: 'fromLocationID', label: 'From anywhere', records: byLocation },
              { field: 'toLocationID', label: 'To anywhere', records: byLocation },
              { field: 'from', label: 'Since', date: true },
              { field: 'to', label: 'Until', date: true },
            ]}
            empty={{
              title: 'No transfers yet',
              text: 'Take stock from one location to another: both ledgers then show where it went.',
              action: create,
            }}
            onOpen={(t) => opened.open(t.transferID)}
          />
        </>
      ) : (
        <RecordPage
          trail
          key={opened.id}
          get={stockTransfers.get}
          id={opened.id}
          back={{ label: title, to: opened.list }}
        >
          {(transfer) => <TransferDocument transfer={transfer} onTransferBack={setDraft} />}
        </RecordPage>
      )}
      {draft && <CreateTransfer draft={draft} onCreated={opened.open} onClose={() => setDraft(null)} />}
    </>
  )
}
