import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { karats } from '../../../../contract/catalogue/karats.ts'
import { tradeIns, tradeInStatuses } from '../../../../contract/sales/trade-ins.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatMoment, formatPeso, formatWeight } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { customerChoice, locationChoice } from '../../shared/choices.ts'
import { TradeInEditor } from './TradeInEditor.tsx'

const title = 'TRADE-IN LIST'

const createColumns = (timeZone: string): Columns<typeof tradeIns.list> => [
  { header: 'Trade-in Number', value: (t) => t.tradeInNumber, sort: 'tradeInNumber', card: 'title' },
  { header: 'Customer', value: (t) => t.customer.name, sort: 'customerName', card: 'detail' },
  { header: 'Location', value: (t) => t.location.locationName, sort: 'locationName' },
  { header: 'Pieces', value: (t) => t.pieceCount, sort: 'pieceCount', align: 'right' },
  {
    header: 'Counts',
    value: (t) => t.countedGrams,
    cell: (t) => formatWeight(t.countedGrams),
    sort: 'countedGrams',
    align: 'right',
    card: 'extra',
  },
  {
    header: 'Offer',
    value: (t) => t.offer,
    cell: (t) => (t.offer === null ? '–' : formatPeso(t.offer)),
    sort: 'offer',
    align: 'right',
    card: 'value',
  },
  {
    header: 'Left to use',
    value: (t) => t.left,
    cell: (t) => (t.left === 0 ? '–' : formatPeso(t.left)),
    sort: 'left',
    align: 'right',
  },
  {
    header: 'Status',
    value: (t) => t.status,
    cell: (t) => <StatusBadge status={t.status} />,
    sort: 'status',
    card: 'status',
  },
  { header: 'Date', value: (t) => formatMoment(t.createdAt, timeZone), sort: 'createdAt' },
  { header: 'Taken by', value: (t) => t.createdBy?.name ?? '', sort: 'createdByName' },
  { header: 'Remarks', value: (t) => t.remarks, cell: (t) => <span className="clamp">{t.remarks}</span> },
]

/** Lists the trade-ins, or shows a new one (`?create=1`) or the one that the address names (`?id=12`). */
export function TradeInsPage() {
  const timeZone = useTimeZone()
  const [search, setSearch] = useSearchParams()
  const opened = useOpenedRecord()
  // A new trade-in stays in the same editor after it is saved. The address then has its key.
  const [createdID, setCreatedID] = useState<number | null>(null)
  const back = { label: title, to: opened.list }
  if (search.has('create') || (opened.id !== null && opened.id === createdID))
    return (
      <TradeInEditor
        tradeIn={null}
        back={back}
        onCreated={(id) => {
          setCreatedID(id)
          setSearch({ id: String(id) }, { replace: true })
        }}
      />
    )
  if (opened.id !== null)
    return (
      <OpenedRecord
        key={opened.id}
        get={tradeIns.get}
        id={opened.id}
        title="Trade-in"
        back={back}
        onClose={opened.close}
      >
        {(tradeIn) => <TradeInEditor tradeIn={tradeIn} back={back} />}
      </OpenedRecord>
    )
  const create = (
    <Button
      variant="filled"
      onClick={() => {
        setCreatedID(null)
        setSearch({ create: '1' })
      }}
    >
      + Take a Trade-in
    </Button>
  )
  return (
    <>
      <PageHeader title={title} tabs={<ScreenTabs of={screens.sales} />}>
        {create}
      </PageHeader>
      <QueryTable
        name="trade-ins"
        label="Trade-ins"
        list={tradeIns.list}
        columns={createColumns(timeZone)}
        rowID={(t) => t.tradeInID}
        search="Number, customer, location or remarks"
        filters={[
          { field: 'status', label: 'All statuses', options: tradeInStatuses.map((s) => ({ value: s, label: s })) },
          { field: 'karat', label: 'All karats', options: karats.map((karat) => ({ value: karat, label: karat })) },
          { field: 'customerID', label: 'All customers', records: asRecordSource(customerChoice) },
          { field: 'locationID', label: 'All locations', records: asRecordSource(locationChoice) },
          { field: 'from', label: 'Since', date: true },
          { field: 'to', label: 'Until', date: true },
        ]}
        empty={{
          title: 'No trade-ins yet',
          text: 'Buy old gold by its weight: it becomes scrap in stock, and pays for a sale or is paid out.',
          action: create,
        }}
        onOpen={(t) => opened.open(t.tradeInID)}
      />
    </>
  )
}
