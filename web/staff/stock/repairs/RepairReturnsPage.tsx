import { screens } from '../../../../contract/shared/screens.ts'
import { repairReturns } from '../../../../contract/stock/repair-returns.ts'
import { formatMoment, formatShownCost } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { MetalBelow, MetalOnCard } from '../../../ui/AssayLine.tsx'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../../ui/table/RecordPage.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { itemChoice, locationChoice } from '../../shared/choices.ts'
import { formatAmount } from '../../shared/stock.ts'
import { describeOutcome, outcomeChoices } from './outcomes.ts'
import { RepairReturnDocument } from './RepairReturnDocument.tsx'

const title = 'REPAIR RETURN LIST'

const createColumns = (timeZone: string): Columns<typeof repairReturns.list> => [
  { header: 'Return Number', value: (r) => r.repairReturnNumber, sort: 'repairReturnNumber', card: 'extra' },
  {
    header: 'Item',
    value: (r) => r.item.itemName,
    cell: (r) => (
      <>
        {r.item.itemName}
        <MetalBelow piece={r.item} />
      </>
    ),
    sort: 'itemName',
    card: 'title',
  },
  {
    header: 'Location',
    value: (r) => r.location.locationName,
    cell: (r) => (
      <>
        {r.location.locationName}
        <MetalOnCard piece={r.item} />
      </>
    ),
    sort: 'locationName',
    card: 'detail',
  },
  {
    header: 'Quantity',
    value: (r) => r.quantity,
    cell: (r) => formatAmount(r.quantity, r.item),
    sort: 'quantity',
    align: 'right',
    card: 'value',
  },
  { header: 'Went To', value: describeOutcome, sort: 'outcome', card: 'status' },
  {
    header: 'Value',
    value: (r) => r.value,
    cell: (r) => formatShownCost(r.value),
    sort: 'value',
    align: 'right',
    cost: true,
  },
  {
    header: 'Workshop Cost',
    value: (r) => r.cost,
    cell: (r) => formatShownCost(r.cost),
    sort: 'cost',
    align: 'right',
    cost: true,
  },
  { header: 'Date', value: (r) => formatMoment(r.createdAt, timeZone), sort: 'createdAt', card: 'extra' },
  { header: 'By', value: (r) => r.createdBy?.name ?? '', sort: 'createdByName' },
  { header: 'Remarks', value: (r) => r.remarks, cell: (r) => <span className="clamp">{r.remarks}</span> },
]

/** Lists the goods that came back from the workshop, or shows the return that the address names (`?id=12`). */
export function RepairReturnsPage() {
  const timeZone = useTimeZone()
  const opened = useOpenedRecord()
  if (opened.id !== null)
    return (
      <RecordPage trail key={opened.id} get={repairReturns.get} id={opened.id} back={{ label: title, to: opened.list }}>
        {(repairReturn) => <RepairReturnDocument repairReturn={repairReturn} />}
      </RecordPage>
    )
  return (
    <>
      <PageHeader title={title} tabs={<ScreenTabs of={screens.inventory} />} />
      <QueryTable
        name="repair-returns"
        label="Repair returns"
        list={repairReturns.list}
        columns={createColumns(timeZone)}
        rowID={(r) => r.repairReturnID}
        search="Number, item, location or remarks"
        filters={[
          { field: 'locationID', label: 'All locations', records: asRecordSource(locationChoice) },
          { field: 'itemID', label: 'All items', records: asRecordSource(itemChoice) },
          { field: 'outcome', label: 'Any outcome', options: [...outcomeChoices] },
          { field: 'from', label: 'Since', date: true },
          { field: 'to', label: 'Until', date: true },
        ]}
        empty={{
          title: 'Nothing came back yet',
          text: 'A manager returns goods from repair in Inventory, with "Back from the workshop".',
        }}
        onOpen={(r) => opened.open(r.repairReturnID)}
      />
    </>
  )
}
