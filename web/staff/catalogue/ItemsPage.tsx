import { Button } from '@mantine/core'
import { useState } from 'react'

import { chosenAtMost } from '../../../contract/catalogue/item-changes.ts'
import { type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { karats } from '../../../contract/catalogue/karats.ts'
import { call, chooseFailureMessage } from '../../lib/api.ts'
import { may, useAccount } from '../../lib/session.ts'
import { asRecordSource } from '../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { playScanSound } from '../../ui/scan/playScanSound.ts'
import { useScan } from '../../ui/scan/useScan.ts'
import { ChosenBar } from '../../ui/table/ChosenBar.tsx'
import { useCreateParam } from '../../ui/table/listState.ts'
import { OpenedRecord, useOpenedRecord } from '../../ui/table/OpenedRecord.tsx'
import { QueryTable } from '../../ui/table/QueryTable.tsx'
import { useChosenRows } from '../../ui/table/useChosenRows.ts'
import { toasts } from '../../ui/toasts.ts'
import { FileWays } from '../imports/FileWays.tsx'
import { PrintLabels } from '../labels/PrintLabels.tsx'
import { categoryChoice } from '../shared/choices.ts'
import { ChangeItems } from './ChangeItems.tsx'
import { createItemColumns } from './itemColumns.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { CreateItem, EditItem } from './ItemForm.tsx'
import { RevalueItem } from './RevalueItem.tsx'

const status = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]
const byCategory = asRecordSource(categoryChoice)

const detailsFailed = chooseFailureMessage('Error fetching item data', 'Failed to fetch item data')

export function ItemsPage() {
  const [creating, setCreating] = useCreateParam()
  const [original, setOriginal] = useState<ItemRow | null>(null)
  const [edited, setEdited] = useState<number | null>(null)
  const [itemsToLabel, setToLabel] = useState<readonly ItemRow[] | null>(null)
  const [revalued, setRevalued] = useState<ItemRow | null>(null)
  const [changing, setChanging] = useState<readonly ItemRow[] | null>(null)
  const chosen = useChosenRows<ItemRow>((i) => i.itemID, chosenAtMost)
  const opened = useOpenedRecord()
  const mayRevalue = may(useAccount(), 'stock.revalue')
  const editing = opened.id !== null && edited === opened.id

  function view(id: number) {
    setEdited(null)
    opened.open(id)
  }
  function edit(id: number) {
    setEdited(id)
    opened.open(id)
  }
  function create(duplicateOf: ItemRow | null) {
    setOriginal(duplicateOf)
    setCreating(true)
  }
  useItemScan(!creating && !editing && !itemsToLabel && !changing && !revalued, view)

  const createButton = (
    <Button variant="filled" onClick={() => create(null)}>
      + Create Item
    </Button>
  )
  return (
    <>
      <PageHeader title="ITEM LIST">
        <FileWays kind="items" />
        {createButton}
      </PageHeader>
      <QueryTable
        name="items"
        label="Items"
        list={items.list}
        columns={createItemColumns(view, edit)}
        rowID={(i) => i.itemID}
        search="Code, name or barcode"
        filters={[
          { field: 'categoryID', label: 'All categories', records: byCategory },
          { field: 'karat', label: 'Any karat', options: karats.map((karat) => ({ value: karat, label: karat })) },
          { field: 'status', label: 'Any status', options: status },
        ]}
        empty={{
          title: 'No items yet',
          text: 'Enter your first piece with its pictures and what you have of it. It needs a category.',
          action: createButton,
        }}
        prefix="Error fetching items: "
        onOpen={(i) => view(i.itemID)}
        choice={{ chosen: chosen.keys, nameOf: (i) => i.itemName, onChoose: chosen.choose, most: chosenAtMost }}
      />
      <ChosenBar count={chosen.keys.size} onNone={chosen.clear}>
        <Button onClick={() => setToLabel(chosen.rows)}>Print Labels</Button>
        <Button onClick={() => setChanging(chosen.rows)}>Change</Button>
      </ChosenBar>
      {creating && <CreateItem original={original} onClose={() => setCreating(false)} />}
      {opened.id !== null && (
        <OpenedRecord
          key={`${opened.id} ${editing}`}
          get={items.get}
          id={opened.id}
          title={editing ? 'Edit Item' : 'ITEM DETAILS AND IMAGES'}
          size={editing ? 600 : 1000}
          failed={editing ? () => 'Error loading item data.' : detailsFailed}
          prefix="Error fetching item by ID: "
          onClose={opened.close}
        >
          {(item) =>
            editing ? (
              <EditItem item={item} onClose={opened.close} />
            ) : (
              <ItemDetails
                item={item}
                onEdit={() => setEdited(item.itemID)}
                onLabels={() => setToLabel([item])}
                onRevalue={mayRevalue ? () => setRevalued(item) : undefined}
                onDuplicate={() => {
                  opened.close()
                  create(item)
                }}
                onClose={opened.close}
              />
            )
          }
        </OpenedRecord>
      )}
      {revalued && <RevalueItem item={revalued} onClose={() => setRevalued(null)} />}
      {changing && <ChangeItems items={changing} onDone={chosen.clear} onClose={() => setChanging(null)} />}
      {itemsToLabel && <PrintLabels items={itemsToLabel} onClose={() => setToLabel(null)} />}
    </>
  )
}

/** Opens the item whose code is scanned. Ignores scans while a form is open. */
function useItemScan(active: boolean, onFound: (itemID: number) => void) {
  useScan(async (code) => {
    if (!active) return
    try {
      const [found] = (await call(items.list, { query: { code } })).data
      playScanSound(found !== undefined)
      if (found) onFound(found.itemID)
      else toasts.error(`No item has the code ${code}`)
    } catch (error) {
      toasts.error((error as Error).message)
    }
  }, 'Opens the item with that code')
}
