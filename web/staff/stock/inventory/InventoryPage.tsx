import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { chosenAtMost } from '../../../../contract/catalogue/item-changes.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { inventory, type InventoryRow } from '../../../../contract/stock/inventory.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { ChosenBar } from '../../../ui/table/ChosenBar.tsx'
import type { Filter } from '../../../ui/table/filters/FilterBox.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { QueryTable } from '../../../ui/table/QueryTable.tsx'
import { useChosenRows } from '../../../ui/table/useChosenRows.ts'
import { ImportLink } from '../../imports/ImportLink.tsx'
import { useExport } from '../../imports/useExport.ts'
import { countLabels, PrintLabels } from '../../labels/PrintLabels.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { categoryChoice, inventoryTypeChoice, locationChoice } from '../../shared/choices.ts'
import { AdjustStock } from '../adjustments/AdjustmentForm.tsx'
import { ReturnFromRepair } from '../repairs/ReturnFromRepair.tsx'
import { inventoryColumns } from './inventoryColumns.tsx'
import { CreateInventory, EditInventory } from './InventoryForm.tsx'
import { StockLedger } from './StockLedger.tsx'

const filters: readonly Filter<typeof inventory.list>[] = [
  { field: 'locationID', label: 'All locations', records: asRecordSource(locationChoice) },
  { field: 'inventoryTypeID', label: 'All inventory types', records: asRecordSource(inventoryTypeChoice) },
  { field: 'categoryID', label: 'All categories', records: asRecordSource(categoryChoice) },
  {
    field: 'belowThreshold',
    label: 'Any quantity',
    options: [
      { value: 'true', label: 'To reorder' },
      { value: 'false', label: 'Enough' },
    ],
  },
]

/** Lists the stock on hand, or shows the ledger of the row that the address names (`?id=12`). */
export function InventoryPage() {
  const [creating, setCreating] = useState(false)
  const [form, setForm] = useState<{ kind: FormKind; id: number } | null>(null)
  const [labelling, setLabelling] = useState(false)
  const chosen = useChosenRows<InventoryRow>((s) => s.inventoryID, chosenAtMost)
  const exported = useExport('stock')
  const mayReturn = may(useAccount(), 'stock.repair')
  const { id } = useOpenedRecord()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The ledger has its own pages and filters. The list's filters are restored when the user returns.
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
            <ImportLink kind="stock" />
            {create}
          </PageHeader>
          <QueryTable
            name="inventory"
            label="Inventory"
            list={inventory.list}
            columns={inventoryColumns(
              (stock) => setForm({ kind: 'adjust', id: stock.inventoryID }),
              (stock) => setForm({ kind: 'edit', id: stock.inventoryID }),
              mayReturn ? (stock) => setForm({ kind: 'return', id: stock.inventoryID }) : undefined,
            )}
            rowID={(s) => s.inventoryID}
            search="Item, code, barcode or location"
            filters={filters}
            exported={exported}
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
          onReturn={() => setForm({ kind: 'return', id })}
        />
      )}
      {labelling && (
        <PrintLabels
          items={chosen.rows.map(({ itemID, quantity, item }) => ({ itemID, pieces: countLabels(quantity, item.uom) }))}
          pieces="As many as there are"
          onClose={() => setLabelling(false)}
        />
      )}
      {creating && <CreateInventory onClose={() => setCreating(false)} />}
      {form && <StockForm key={`${form.kind} ${form.id}`} {...form} onClose={() => setForm(null)} />}
    </>
  )
}

type FormKind = 'adjust' | 'edit' | 'return'

/** Opens the form that changes a row of stock, once that row is loaded. */
function StockForm({ kind, id, onClose }: { kind: FormKind; id: number; onClose: () => void }) {
  if (kind === 'return')
    return (
      <OpenedRecord
        get={inventory.get}
        id={id}
        title="Back from the Workshop"
        failed={() => 'Failed to load data'}
        onClose={onClose}
      >
        {(stock) => <ReturnFromRepair stock={stock} onClose={onClose} />}
      </OpenedRecord>
    )
  if (kind === 'adjust')
    return (
      <OpenedRecord
        get={inventory.get}
        id={id}
        title="Adjust Inventory"
        failed={() => 'Failed to load data'}
        onClose={onClose}
      >
        {(stock) => <AdjustStock stock={stock} onClose={onClose} />}
      </OpenedRecord>
    )
  return (
    <OpenedRecord
      get={inventory.get}
      id={id}
      title="Edit Inventory"
      failed={() => 'Failed to load data.'}
      onClose={onClose}
    >
      {(stock) => <EditInventory stock={stock} onClose={onClose} />}
    </OpenedRecord>
  )
}
