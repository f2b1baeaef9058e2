import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { chosenAtMost } from '../../../../contract/catalogue/item-changes.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { inventory, type InventoryRow } from '../../../../contract/stock/inventory.ts'
import { recordsOf } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { ChosenBar } from '../../../ui/table/ChosenBar.tsx'
import { OpenedRecord, useOpened } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { useChosen } from '../../../ui/table/useChosen.ts'
import { Thumb } from '../../../ui/Thumb.tsx'
import { FileWays } from '../../imports/FileWays.tsx'
import { piecesIn, PrintLabels } from '../../labels/PrintLabels.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { categoryChoice, inventoryTypeChoice, locationChoice } from '../../shared/choices.ts'
import { amount, isLow } from '../../shared/stock.ts'
import { AdjustStock } from '../adjustments/AdjustmentForm.tsx'
import { CreateInventory, EditInventory } from './InventoryForm.tsx'
import { StockLedger } from './StockLedger.tsx'
import { StockThreshold } from './StockThreshold.tsx'

const columns = (
  adjust: (stock: InventoryRow) => void,
  edit: (stock: InventoryRow) => void,
): Columns<typeof inventory.list> => [
  { header: '', name: 'Image', cell: (s) => <Thumb src={s.item.image_url} name={s.item.itemName} />, card: 'pic' },
  { header: 'ID', value: (s) => s.inventoryID, sort: 'inventoryID', align: 'right' },
  { header: 'Inventory Type', value: (s) => s.inventoryType.typeName, sort: 'typeName', card: 'extra' },
  { header: 'Location', value: (s) => s.location.locationName, sort: 'locationName', card: 'detail' },
  { header: 'Item', value: (s) => s.item.itemName, sort: 'itemName', card: 'title' },
  {
    header: 'Quantity',
    value: (s) => s.quantity,
    cell: (s) => (
      <span className="on-hand">
        {isLow(s) && <span className="st orange">Low</span>}
        {amount(s.quantity, s.item)}
      </span>
    ),
    sort: 'quantity',
    align: 'right',
    card: 'status',
  },
  {
    header: 'Reserved',
    value: (s) => s.reserved,
    cell: (s) => amount(s.reserved, s.item),
    sort: 'reserved',
    align: 'right',
  },
  {
    header: 'Available',
    value: (s) => s.available,
    cell: (s) => amount(s.available, s.item),
    sort: 'available',
    align: 'right',
  },
  {
    header: 'Threshold',
    value: (s) => s.reOrderThreshold,
    cell: (s) => <StockThreshold stock={s} />,
    sort: 'reOrderThreshold',
    align: 'right',
  },
  {
    header: 'Action',
    cell: (s) => (
      <div className="acts">
        <Button
          size="sm"
          onClick={() => adjust(s)}
          aria-label={`Adjust Inventory of ${s.item.itemName} at ${s.location.locationName}`}
        >
          Adjust Inventory
        </Button>
        <Button size="sm" onClick={() => edit(s)} aria-label={`Edit ${s.item.itemName} at ${s.location.locationName}`}>
          Edit
        </Button>
      </div>
    ),
    align: 'right',
    card: 'foot',
  },
]

/** Stock on hand; the row that the address names (`?id=12`) shows its ledger instead of the list. */
export function InventoryPage() {
  const [creating, setCreating] = useState(false)
  const [form, setForm] = useState<{ kind: 'adjust' | 'edit'; id: number } | null>(null)
  const [labelling, setLabelling] = useState(false)
  const chosen = useChosen<InventoryRow>((s) => s.inventoryID, chosenAtMost)
  const close = () => setForm(null)
  const { id } = useOpened()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The ledger has pages and filters of its own: the list's are put aside until the way back.
  const [listSearch, rememberSearch] = useState('')
  const open = (stock: InventoryRow) => {
    rememberSearch(search)
    void navigate(`${pathname}?id=${stock.inventoryID}`)
  }
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create Inventory
    </Button>
  )
  return (
    <>
      {id === null ? (
        <>
          <PageHeader title="INVENTORY LIST" tabs={<ScreenTabs of={screens.inventory} />}>
            <FileWays kind="stock" />
            {create}
          </PageHeader>
          <QueryTable
            name="inventory"
            label="Inventory"
            list={inventory.list}
            columns={columns(
              (stock) => setForm({ kind: 'adjust', id: stock.inventoryID }),
              (stock) => setForm({ kind: 'edit', id: stock.inventoryID }),
            )}
            rowID={(s) => s.inventoryID}
            search="Item, code, barcode or location"
            filters={[
              {
                field: 'locationID',
                label: 'All locations',
                records: recordsOf(locationChoice),
              },
              {
                field: 'inventoryTypeID',
                label: 'All inventory types',
                records: recordsOf(inventoryTypeChoice),
              },
              {
                field: 'categoryID',
                label: 'All categories',
                records: recordsOf(categoryChoice),
              },
              {
                field: 'belowThreshold',
                label: 'Any quantity',
                options: [
                  { value: 'true', label: 'To reorder' },
                  { value: 'false', label: 'Enough' },
                ],
              },
            ]}
            empty={{
              title: 'No stock yet',
              text: 'Enter what you have of an item at a location. From then on every change is in its ledger.',
              action: create,
            }}
            onOpen={open}
            choice={{
              chosen: chosen.keys,
              nameOf: (s) => `${s.item.itemName} at ${s.location.locationName}`,
              onChoose: chosen.choose,
              most: chosenAtMost,
            }}
          />
          <ChosenBar count={chosen.keys.size} onNone={chosen.clear}>
            <Button onClick={() => setLabelling(true)}>Print Labels</Button>
          </ChosenBar>
        </>
      ) : (
        <StockLedger
          key={id}
          id={id}
          back={pathname + listSearch}
          onAdjust={() => setForm({ kind: 'adjust', id })}
          onEdit={() => setForm({ kind: 'edit', id })}
        />
      )}
      {labelling && (
        <PrintLabels
          items={chosen.rows.map(({ itemID, quantity, item }) => ({ itemID, pieces: piecesIn(quantity, item.uom) }))}
          pieces="As many as there are"
          onClose={() => setLabelling(false)}
        />
      )}
      {creating && <CreateInventory onClose={() => setCreating(false)} />}
      {form?.kind === 'adjust' && (
        <OpenedRecord
          key={form.id}
          get={inventory.get}
          id={form.id}
          title="Adjust Inventory"
          failed={() => 'Failed to load data'}
          onClose={close}
        >
          {(stock) => <AdjustStock stock={stock} onClose={close} />}
        </OpenedRecord>
      )}
      {form?.kind === 'edit' && (
        <OpenedRecord
          key={form.id}
          get={inventory.get}
          id={form.id}
          title="Edit Inventory"
          failed={() => 'Failed to load data.'}
          onClose={close}
        >
          {(stock) => <EditInventory stock={stock} onClose={close} />}
        </OpenedRecord>
      )}
    </>
  )
}
