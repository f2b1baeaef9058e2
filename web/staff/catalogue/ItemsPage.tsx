import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { chosenAtMost } from '../../../contract/catalogue/item-changes.ts'
import { type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { karats } from '../../../contract/catalogue/karats.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
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
import { ImportLink } from '../imports/ImportLink.tsx'
import { useExport } from '../imports/useExport.ts'
import { PrintLabels } from '../labels/PrintLabels.tsx'
import { ScreenTabs } from '../navigation/ScreenTabs.tsx'
import { categoryChoice } from '../shared/choices.ts'
import { ChangeItems } from './ChangeItems.tsx'
import { createItemColumns } from './itemColumns.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { CreateItem, EditItem } from './ItemForm.tsx'
import { ItemPage } from './ItemPage.tsx'
import { RevalueItem } from './RevalueItem.tsx'

const status = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]
const onSite = [
  { value: 'true', label: 'On the site' },
  { value: 'false', label: 'Not on the site' },
]
const byCategory = asRecordSource(categoryChoice)

const detailsFailed = chooseFailureMessage('Error fetching item data', 'Failed to fetch item data')

/** Returns the address of an item's page. Without `view`, the details open over the list. */
const itemPageOf = (id: number) => `${recordPathOf(screens.items, id)}&view=page`

/** Lists the items. `?id=12` opens the details of one over the list, and `&view=page` shows it as a page. */
export function ItemsPage() {
  const [edited, setEdited] = useState<number | null>(null)
  const chosen = useChosenRows<ItemRow>((i) => i.itemID, chosenAtMost)
  const opened = useOpenedRecord()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // The list's filters are restored when the user returns from a page.
  const [listAddress, rememberList] = useState<string>(screens.items)
  const dialogs = useItemDialogs(chosen.clear)
  const isPage = opened.id !== null && search.get('view') === 'page'
  const editing = opened.id !== null && edited === opened.id

  function view(id: number) {
    setEdited(null)
    if (isPage) void navigate(itemPageOf(id))
    else opened.open(id)
  }
  function edit(id: number) {
    setEdited(id)
    opened.open(id)
  }
  function openPage(id: number) {
    rememberList(opened.list)
    void navigate(itemPageOf(id), { replace: opened.id !== null })
  }
  useItemScan(!dialogs.isOpen && !editing, view)

  const createButton = (
    <Button variant="filled" onClick={() => dialogs.create(null)}>
      + Create Item
    </Button>
  )
  return (
    <>
      {isPage ? (
        <ItemPage
          key={opened.id}
          id={opened.id!}
          back={listAddress}
          onEdit={({ itemID }) => setEdited(itemID)}
          onLabels={(item) => dialogs.label([item])}
          onRevalue={dialogs.revalue}
          onDuplicate={dialogs.create}
        />
      ) : (
        <>
          <PageHeader title="ITEM LIST" tabs={<ScreenTabs of={screens.items} />}>
            <ImportLink kind="items" />
            {createButton}
          </PageHeader>
          <ItemTable createButton={createButton} chosen={chosen} onView={view} onEdit={edit} />
          <ChosenBar count={chosen.keys.size} onNone={chosen.clear}>
            <Button onClick={() => dialogs.label(chosen.rows)}>Print Labels</Button>
            <Button onClick={() => dialogs.change(chosen.rows)}>Change</Button>
          </ChosenBar>
        </>
      )}
      {editing && <OpenedForm id={opened.id!} onClose={isPage ? () => setEdited(null) : opened.close} />}
      {opened.id !== null && !isPage && !editing && (
        <OpenedRecord
          key={opened.id}
          get={items.get}
          id={opened.id}
          title="ITEM DETAILS AND IMAGES"
          size={1000}
          failed={detailsFailed}
          prefix="Error fetching item by ID: "
          onClose={opened.close}
        >
          {(item) => (
            <ItemDetails
              item={item}
              onEdit={() => setEdited(item.itemID)}
              onLabels={() => dialogs.label([item])}
              onRevalue={dialogs.revalue && (() => dialogs.revalue?.(item))}
              onDuplicate={() => {
                opened.close()
                dialogs.create(item)
              }}
              onOpenPage={() => openPage(item.itemID)}
              onClose={opened.close}
            />
          )}
        </OpenedRecord>
      )}
      {dialogs.shown}
    </>
  )
}

/** Holds the dialogs over the list or over a page. `?create=1` opens the form of a new item. */
function useItemDialogs(onChanged: () => void) {
  const [isAsked, setAsked] = useCreateParam()
  const [creating, setCreating] = useState(false)
  const [original, setOriginal] = useState<ItemRow | null>(null)
  const [labelled, setLabelled] = useState<readonly ItemRow[] | null>(null)
  const [revalued, setRevalued] = useState<ItemRow | null>(null)
  const [changing, setChanging] = useState<readonly ItemRow[] | null>(null)
  const mayRevalue = may(useAccount(), 'stock.revalue')
  const isCreating = creating || isAsked

  function closeCreation() {
    setCreating(false)
    if (isAsked) setAsked(false)
  }
  return {
    isOpen: isCreating || labelled !== null || revalued !== null || changing !== null,
    create: (duplicateOf: ItemRow | null) => {
      setOriginal(duplicateOf)
      setCreating(true)
    },
    label: setLabelled,
    change: setChanging,
    revalue: mayRevalue ? setRevalued : undefined,
    shown: (
      <>
        {isCreating && <CreateItem original={original} onClose={closeCreation} />}
        {revalued && <RevalueItem item={revalued} onClose={() => setRevalued(null)} />}
        {changing && <ChangeItems items={changing} onDone={onChanged} onClose={() => setChanging(null)} />}
        {labelled && <PrintLabels items={labelled} onClose={() => setLabelled(null)} />}
      </>
    ),
  }
}

function OpenedForm({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <OpenedRecord
      key={id}
      get={items.get}
      id={id}
      title="Edit Item"
      failed={() => 'Error loading item data.'}
      prefix="Error fetching item by ID: "
      onClose={onClose}
    >
      {(item) => <EditItem item={item} onClose={onClose} />}
    </OpenedRecord>
  )
}

function ItemTable({
  createButton,
  chosen,
  onView,
  onEdit,
}: {
  createButton: ReactNode
  chosen: ReturnType<typeof useChosenRows<ItemRow>>
  onView: (id: number) => void
  onEdit: (id: number) => void
}) {
  const exported = useExport('items')
  return (
    <QueryTable
      name="items"
      label="Items"
      list={items.list}
      columns={createItemColumns(onView, onEdit)}
      rowID={(i) => i.itemID}
      search="Code, name or barcode"
      filters={[
        { field: 'categoryID', label: 'All categories', records: byCategory },
        { field: 'karat', label: 'Any karat', options: karats.map((karat) => ({ value: karat, label: karat })) },
        { field: 'status', label: 'Any status', options: status },
        { field: 'onSite', label: 'On the site or not', options: onSite },
      ]}
      exported={exported}
      empty={{
        title: 'No items yet',
        text: 'Enter your first piece with its pictures and what you have of it. It needs a category.',
        action: createButton,
      }}
      prefix="Error fetching items: "
      onOpen={(i) => onView(i.itemID)}
      choice={{ chosen: chosen.keys, nameOf: (i) => i.itemName, onChoose: chosen.choose, most: chosenAtMost }}
    />
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
