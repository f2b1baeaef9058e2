import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { inventory, type InventoryRow, movementKinds } from '../../../../contract/stock/inventory.ts'
import { formatMoment, formatShownCost } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../../ui/table/RecordPage.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { formatAmount, documentOf, isInRepair, kindNames, formatSigned, formatSignedPeso } from '../../shared/stock.ts'

const createColumns = (item: InventoryRow['item'], timeZone: string): Columns<typeof inventory.movements> => [
  { header: 'Date', value: (m) => formatMoment(m.at, timeZone), sort: 'sequence', card: 'title' },
  { header: 'User', value: (m) => m.user?.name ?? 'The shop itself', card: 'extra' },
  { header: 'Kind', value: (m) => kindNames[m.kind], card: 'detail' },
  {
    header: 'Document',
    value: (m) => documentOf(m).name,
    cell: (m) => {
      const { name, path } = documentOf(m)
      return path ? (
        <Link className="link" to={path}>
          {name}
        </Link>
      ) : (
        name
      )
    },
    card: 'action',
  },
  {
    header: 'Change',
    value: (m) => m.quantity,
    // A revaluation moves no goods.
    cell: (m) =>
      m.quantity === 0 ? '–' : <span className={m.quantity < 0 ? 'out' : 'in'}>{formatSigned(m.quantity, item)}</span>,
    align: 'right',
    card: 'status',
  },
  {
    header: 'Quantity after',
    value: (m) => m.quantityAfter,
    cell: (m) => formatAmount(m.quantityAfter, item),
    align: 'right',
    card: 'value',
  },
  {
    header: 'Unit cost',
    value: (m) => m.unitCost,
    cell: (m) => (
      <>
        <span className="card-only">Unit cost </span>
        {formatShownCost(m.unitCost)}
      </>
    ),
    align: 'right',
    cost: true,
    card: 'extra',
  },
  // The file keeps its columns; the Stock movements report has values too.
  {
    header: 'Value',
    cell: (m) => (
      <>
        <span className="card-only">Value </span>
        {formatSignedPeso(m.value ?? 0)}
      </>
    ),
    align: 'right',
    cost: true,
    card: 'extra',
  },
]

type Actions = { onAdjust: () => void; onEdit: () => void; onReturn: () => void }

/** Shows one row of stock: its figures and all its movements. */
export function StockLedger({ id, back, ...actions }: { id: number; back: string } & Actions) {
  return (
    <RecordPage trail get={inventory.get} id={id} back={{ label: 'INVENTORY LIST', to: back }}>
      {(stock) => <Ledger stock={stock} {...actions} />}
    </RecordPage>
  )
}

function Ledger({ stock, onAdjust, onEdit, onReturn }: { stock: InventoryRow } & Actions) {
  const mayReturn = may(useAccount(), 'stock.repair')
  const timeZone = useTimeZone()
  const { item } = stock
  const facts = [
    ['Quantity', formatAmount(stock.quantity, item)],
    ['Reserved', formatAmount(stock.reserved, item)],
    ['Available', formatAmount(stock.available, item)],
    ['Reorder at', stock.reOrderThreshold === 0 ? 'never' : formatAmount(stock.reOrderThreshold, item)],
  ]
  return (
    <>
      <PageHeader title={item.itemName}>
        {mayReturn && isInRepair(stock) && <Button onClick={onReturn}>Back from the workshop</Button>}
        <Button onClick={onEdit}>Edit</Button>
        <Button variant="filled" onClick={onAdjust}>
          Adjust Inventory
        </Button>
      </PageHeader>
      <section className="panel facts" aria-label="Stock figures">
        <Thumb src={item.image_url} focus={item.image_focus} name={item.itemName} />
        <p>
          <b>{stock.location.locationName}</b>
          {item.itemCode}, {stock.inventoryType.typeName}
        </p>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <QueryTable
        name="movements"
        label="Ledger"
        list={inventory.movements}
        params={{ id: stock.inventoryID }}
        columns={createColumns(item, timeZone)}
        rowID={(m) => m.sequence}
        filters={[
          { field: 'from', label: 'From', date: true },
          { field: 'to', label: 'To', date: true },
          {
            field: 'kind',
            label: 'All kinds',
            options: movementKinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
          },
        ]}
        empty={{ title: 'No movements yet', text: 'What comes and goes is entered here, with who did it and why.' }}
      />
    </>
  )
}
