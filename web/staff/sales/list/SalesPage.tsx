import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { items } from '../../../../contract/catalogue/items.ts'
import { lives } from '../../../../contract/live/lives.ts'
import { buyerNameOf } from '../../../../contract/sales/sale-papers.ts'
import { saleStatuses } from '../../../../contract/sales/sale-statuses.ts'
import { type SaleListRow, sales } from '../../../../contract/sales/sales.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatMoment, formatPeso, formatQuantity } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { editColumn } from '../../../ui/table/editColumn.tsx'
import type { Filter } from '../../../ui/table/filters/FilterBox.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { buyerChoice, customerChoice, locationChoice, transactionTypeChoice } from '../../shared/choices.ts'
import { NewSale } from '../till/NewSale.tsx'
import type { SoldItem } from '../till/state/draft.ts'
import { loadLocalSales } from '../till/state/localSales.ts'
import { Till } from '../till/Till.tsx'
import { SaleStatus } from './SaleStatus.tsx'

const due = [
  { value: 'true', label: 'Due or overdue' },
  { value: 'false', label: 'Not due' },
]
const holdEnding = [
  { value: 'true', label: 'Hold ends in 24 h' },
  { value: 'false', label: 'No hold ends soon' },
]
const priceLapsed = [
  { value: 'true', label: 'Kept price to decide' },
  { value: 'false', label: 'No kept price to decide' },
]
const overdue = [
  { value: 'true', label: 'Overdue' },
  { value: 'false', label: 'Not overdue' },
]
/**
 * Filters that only a link sets, for example on the dashboard. They are visible only while they are set, so that the
 * user can clear them.
 */
const linked: Filter<typeof sales.list>[] = [
  { field: 'due', label: 'Due or not', options: due },
  { field: 'holdEnding', label: 'Hold', options: holdEnding },
  { field: 'priceLapsed', label: 'Kept price', options: priceLapsed },
  { field: 'buyerID', label: 'All buyers', records: asRecordSource(buyerChoice) },
  {
    field: 'liveID',
    label: 'All lives',
    records: asRecordSource({
      list: lives.list,
      get: lives.get,
      option: ({ liveID, liveName }) => ({ value: liveID, label: liveName }),
    }),
  },
  { field: 'completedFrom', label: 'Completed from', date: true },
  { field: 'completedTo', label: 'Completed to', date: true },
]
const saleDays = [
  { value: 'ordered', label: 'Day ordered' },
  { value: 'completed', label: 'Day completed' },
]
const statuses = saleStatuses.map((status) => ({ value: status, label: status }))

// The till reads unsaved sales at once, so its parts wait until they are in memory.
const NewSaleTill = lazyComponent(async () => {
  await loadLocalSales()
  return NewSale
})
const StoredSaleTill = lazyComponent(async () => {
  await loadLocalSales()
  return Till
})

/** Lists the sales, or shows the till: `?create=1` for a new sale, `?id=12` for a stored one. */
export function SalesPage() {
  const [search, setSearch] = useSearchParams()
  const opened = useOpenedRecord()
  // A new sale stays in the same till after it is saved. The address then has the sale's key and can be shared.
  const [createdID, setCreatedID] = useState<number | null>(null)
  const [till, setTill] = useState<{ n: number; firstItem: SoldItem | null }>({ n: 0, firstItem: null })

  function beginSale(firstItem: SoldItem | null) {
    setCreatedID(null)
    setTill(({ n }) => ({ n: n + 1, firstItem }))
    setSearch({ create: '1' })
  }
  function showCreated(id: number) {
    setCreatedID(id)
    setSearch({ id: String(id) }, { replace: true })
  }
  function close() {
    const next = new URLSearchParams(search)
    next.delete('create')
    next.delete('id')
    setSearch(next)
  }

  if (search.has('create') || (opened.id !== null && opened.id === createdID))
    return (
      <NewSaleTill key={till.n} firstItem={till.firstItem} onStored={showCreated} onNew={beginSale} onClose={close} />
    )
  if (opened.id !== null)
    return (
      <OpenedRecord
        key={opened.id}
        get={sales.get}
        id={opened.id}
        title="Edit Sales Transaction"
        back={{ label: 'SALES TRANSACTION LIST', to: opened.list }}
        onClose={close}
      >
        {(sale) => (
          <StoredSaleTill sale={sale} beginning={null} onStored={showCreated} onNew={beginSale} onClose={close} />
        )}
      </OpenedRecord>
    )
  return (
    <SalesList onCreate={() => beginSale(null)} onOpen={({ salesTransactionID }) => opened.open(salesTransactionID)} />
  )
}

const createColumns = (timeZone: string, onOpen: (sale: SaleListRow) => void): Columns<typeof sales.list> => [
  { header: 'Sales Transaction ID', value: (s) => s.salesTransactionID, sort: 'salesTransactionID' },
  {
    header: 'Transaction Number',
    value: (s) => s.transactionNumber,
    cell: (s) => (
      <>
        {s.transactionNumber}
        <span className="card-only below"> {buyerNameOf(s)}</span>
      </>
    ),
    sort: 'transactionNumber',
    card: 'title',
  },
  { header: 'Location', value: (s) => s.location.locationName, sort: 'locationName', card: 'extra' },
  { header: 'Transaction Type', value: (s) => s.transactionType.transactionName, sort: 'transactionName' },
  { header: 'Payment Type', value: (s) => s.paymentType ?? '' },
  { header: 'Total Items', value: (s) => s.totalItems, sort: 'totalItems', align: 'right' },
  {
    header: 'Total Quantity',
    value: (s) => s.totalQuantity,
    cell: (s) => formatQuantity(s.totalQuantity),
    sort: 'totalQuantity',
    align: 'right',
  },
  {
    header: 'Total Purchase',
    value: (s) => s.totalPurchase,
    cell: (s) => formatPeso(s.totalPurchase),
    sort: 'totalPurchase',
    align: 'right',
    card: 'value',
  },
  {
    header: 'Transaction Date',
    value: (s) => formatMoment(s.transactionDate, timeZone),
    sort: 'transactionDate',
    oneLine: true,
    card: 'detail',
  },
  {
    header: 'Status',
    value: (s) => s.status,
    cell: (s) => <SaleStatus sale={s} />,
    sort: 'status',
    card: 'status',
  },
  editColumn(onOpen, (s) => s.transactionNumber),
]

function SalesList({ onCreate, onOpen }: { onCreate: () => void; onOpen: (sale: SaleListRow) => void }) {
  const timeZone = useTimeZone()
  const [search] = useSearchParams()
  const create = (
    <Button variant="filled" onClick={onCreate}>
      + Create Sales Transaction
    </Button>
  )
  return (
    <>
      <PageHeader title="SALES TRANSACTION LIST" tabs={<ScreenTabs of={screens.sales} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="sales"
        label="Sales"
        list={sales.list}
        columns={createColumns(timeZone, onOpen)}
        rowID={(s) => s.salesTransactionID}
        search="Number, customer or remarks"
        filters={[
          // They come first, so that a person sees them without opening 'More filters'.
          ...linked.filter(({ field }) => search.has(field)),
          { field: 'status', label: 'Any status', options: statuses },
          {
            field: 'locationID',
            label: 'All locations',
            records: asRecordSource(locationChoice),
          },
          {
            field: 'transactionTypeID',
            label: 'All types',
            records: asRecordSource(transactionTypeChoice),
          },
          {
            field: 'customerID',
            label: 'All customers',
            records: asRecordSource(customerChoice),
          },
          {
            field: 'itemID',
            label: 'All items',
            records: asRecordSource({
              list: items.list,
              get: items.get,
              option: (row) => ({ value: row.itemID, label: row.itemName }),
            }),
          },
          { field: 'overdue', label: 'Overdue or not', options: overdue },
          { field: 'dateOf', label: 'Transaction date', options: saleDays },
          { field: 'from', label: 'From', date: true },
          { field: 'to', label: 'To', date: true },
        ]}
        empty={{ title: 'No sales yet', text: 'The first one is made at the counter.', action: create }}
        onOpen={onOpen}
      />
    </>
  )
}
