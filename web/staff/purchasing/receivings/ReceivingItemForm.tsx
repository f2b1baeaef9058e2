import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'

import { items } from '../../../../contract/catalogue/items.ts'
import {
  ReceivingItemCreation,
  ReceivingItemInput,
  type ReceivingItemRow,
  receivingItems,
} from '../../../../contract/purchasing/receiving-items.ts'
import { toStock, unitsOf, type Weighed } from '../../../../contract/purchasing/receiving-units.ts'
import { receivings, receivingUoms } from '../../../../contract/purchasing/receivings.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { call } from '../../../lib/api.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { MoneyField, NumberField, RecordField, SelectField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { itemChoice } from '../../shared/choices.ts'
import { formatStock } from './receivingForm.ts'

export function CreateReceivingItem({ onClose }: { onClose: () => void }) {
  const write = useWrite(receivingItems.create)
  const [item, setItem] = useState<Weighed | null>(null)
  const form = useRecordForm(ReceivingItemCreation, {}, findProblemsOf(item))
  const { control } = form
  return (
    <RecordForm
      title="Create Purchase Order Receiving Item"
      action="Create Receiving Item"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={[
        'Purchase Order Receiving Item Created!',
        'The new purchase order receiving item has been successfully created.',
      ]}
      onClose={onClose}
    >
      <ReceivingItemFields {...form} onItem={setItem} />
      <RecordField
        control={control}
        name="poReceivingID"
        label="Receiving"
        list={receivings.list}
        query={{ status: 'Pending' }}
        option={(r) => ({
          value: r.poReceivingID,
          label: `No. ${r.poReceivingID} · ${r.purchaseOrder?.poNumber ?? 'direct receipt'} · ${r.referenceNumber ?? 'no reference'}`,
        })}
        clearable
        hint="Left empty, a direct receipt is opened for it"
      />
    </RecordForm>
  )
}

/** Edits an item of a Pending receiving. After that receiving is completed or canceled, the item is read-only. */
export function OpenedReceivingItem({ row, onClose }: { row: ReceivingItemRow; onClose: () => void }) {
  return row.receiving.status === 'Pending' ? (
    <EditReceivingItem row={row} onClose={onClose} />
  ) : (
    <ReceivingItemDetails row={row} onClose={onClose} />
  )
}

function EditReceivingItem({ row, onClose }: { row: ReceivingItemRow; onClose: () => void }) {
  const id = row.poReceivingItemID
  const write = useWrite(receivingItems.update)
  const [item, setItem] = useState<Weighed>(row.item)
  const form = useRecordForm(ReceivingItemInput, row, findProblemsOf(item))
  return (
    <RecordForm
      title="Edit Purchase Order Receiving Item"
      action="Update Receiving Item"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      about={{ entity: 'receiving', id: row.poReceivingID }}
      stored={{ record: row, reload: async () => (await call(receivingItems.get, { id })).data }}
      done={[
        'Purchase Order Receiving Item Updated!',
        'The purchase order receiving item has been successfully updated.',
      ]}
      onClose={onClose}
    >
      <p>
        Of <ReceivingLink {...row} />
      </p>
      <ReceivingItemFields {...form} row={row} onItem={setItem} />
    </RecordForm>
  )
}

/** Returns a check of the quantity: it must convert to the item's unit of stock. */
const findProblemsOf =
  (item: Weighed | null) =>
  ({ uom, receivedQty }: Partial<z.input<typeof ReceivingItemInput>>) => {
    const stock = item && uom && receivedQty && receivedQty > 0 ? toStock(item, { uom, receivedQty }) : null
    return typeof stock === 'string' ? [{ field: 'receivedQty' as const, message: stock }] : []
  }

function ReceivingItemFields({
  form,
  control,
  row,
  onItem,
}: Pick<FormOf<typeof ReceivingItemInput>, 'form' | 'control'> & {
  row?: ReceivingItemRow
  onItem: (item: Weighed) => void
}) {
  const seesCosts = useSeesCosts()
  const [itemID, uom, receivedQty] = form.watch(['itemID', 'uom', 'receivedQty'])
  const chosen = useQuery({ ...readQuery(items.get, { id: itemID }), enabled: Boolean(itemID) }).data?.data
  const stock = chosen && uom && receivedQty > 0 ? toStock(chosen, { uom, receivedQty }) : null
  const converted = typeof stock === 'number' ? `= ${formatStock(stock, chosen!.uom)}` : null
  return (
    <>
      <RecordField
        control={control}
        name="itemID"
        label="Item"
        required
        {...itemChoice}
        query={{ status: 'true' }}
        failed={() => 'Failed to load item data.'}
        current={row && { value: row.itemID, label: `${row.item.itemName} (${row.item.itemCode})` }}
        onPick={(item) => {
          if (!item) return
          onItem(item)
          if (!unitsOf(item.uom).includes(form.getValues('uom')))
            form.setValue('uom', unitsOf(item.uom)[0]!, { shouldValidate: true })
        }}
      />
      {chosen && <MetalLine piece={chosen} />}
      <div className="two">
        <NumberField control={control} name="receivedQty" label="Received quantity" required />
        <SelectField
          control={control}
          name="uom"
          label="Unit of measurement"
          required
          options={(chosen ? unitsOf(chosen.uom) : receivingUoms).map((unit) => ({ value: unit, label: unit }))}
        />
      </div>
      <output className="converted">{converted}</output>
      {seesCosts && (
        <MoneyField control={control} name="unitCost" label="Unit cost" required hint="Per unit of measurement" />
      )}
    </>
  )
}

/** Links to the receiving of this item. A Pending receiving can be completed there. */
const ReceivingLink = ({ poReceivingID, purchaseOrder }: ReceivingItemRow) => (
  <Link className="link" to={recordPathOf(screens.receivings, poReceivingID)}>
    receiving no. {poReceivingID}
    {purchaseOrder && `, ${purchaseOrder.poNumber}`}
  </Link>
)

function ReceivingItemDetails({ row, onClose }: { row: ReceivingItemRow; onClose: () => void }) {
  const facts = [
    [
      'Item',
      <Fragment key="item">
        {row.item.itemName} ({row.item.itemCode})
        <div>
          <MetalLine piece={row.item} />
        </div>
      </Fragment>,
    ],
    ['Receiving', <ReceivingLink key="link" {...row} />],
    ['Received quantity', `${formatQuantity(row.receivedQty)} ${row.uom}`],
    ['In stock units', formatStock(row.stockQty, row.item.uom)],
    ...(row.unitCost === undefined ? [] : [['Unit cost', formatPeso(row.unitCost)] as const]),
  ] as const
  return (
    <Dialog title="Purchase Order Receiving Item" full onClose={onClose}>
      <div className="dlg-body">
        <dl className="received-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
