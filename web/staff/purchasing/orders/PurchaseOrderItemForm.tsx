import { useRef, useState } from 'react'

import { findFractionProblem, type ItemRow } from '../../../../contract/catalogue/items.ts'
import type { Piece } from '../../../../contract/catalogue/metal.ts'
import {
  PurchaseOrderItemInput,
  type PurchaseOrderItemRow,
  purchaseOrderItems,
} from '../../../../contract/purchasing/purchase-order-items.ts'
import { purchaseOrders } from '../../../../contract/purchasing/purchase-orders.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { NumberField, MoneyField, RecordField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { itemChoice } from '../../shared/choices.ts'

const pending = { status: 'Pending' } as const
const active = { status: 'true' } as const
const describeFailure = () => 'Failed to load item data.'

/** Returns a problem for a fraction of a piece or pair. */
const findProblems = ({ uom, orderQty }: PurchaseOrderItemInput) => {
  const message = orderQty ? findFractionProblem({ itemName: 'The item', uom }, orderQty) : null
  return uom && message !== null ? [{ field: 'orderQty' as const, message }] : []
}

export function CreatePurchaseOrderItem({ onClose }: { onClose: () => void }) {
  const write = useWrite(purchaseOrderItems.create)
  const form = useRecordForm(PurchaseOrderItemInput, { orderQty: 1 }, findProblems)
  return (
    <RecordForm
      title="Create Purchase Order Item"
      action="Create Purchase Order Item"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Purchase Order Item Created!', 'The new purchase order item has been successfully created.']}
      onClose={onClose}
    >
      <RecordField
        control={form.control}
        name="poID"
        label="Purchase Order"
        required
        hint="Only Pending orders take further items"
        list={purchaseOrders.list}
        query={pending}
        option={(o) => ({ value: o.poID, label: `${o.poNumber}, ${o.supplier.supplierName}` })}
      />
      <ItemFields {...form} line={null} />
    </RecordForm>
  )
}

/** Edits a line while its order is Pending. Afterwards the line is read-only. */
export function EditPurchaseOrderItem({ line, onClose }: { line: PurchaseOrderItemRow; onClose: () => void }) {
  const id = line.poItemID
  const write = useWrite(purchaseOrderItems.update)
  const form = useRecordForm(PurchaseOrderItemInput, line, findProblems)
  return (
    <RecordForm
      title="Edit Purchase Order Item"
      action="Update Purchase Order Item"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: line, reload: async () => (await call(purchaseOrderItems.get, { id })).data }}
      done={['Purchase Order Item Updated!', 'The purchase order item has been successfully updated.']}
      onClose={onClose}
    >
      <p>Purchase Order {line.purchaseOrder.poNumber}</p>
      <ItemFields {...form} line={line} />
    </RecordForm>
  )
}

function ItemFields({
  form,
  control,
  line,
}: FormOf<typeof PurchaseOrderItemInput> & { line: PurchaseOrderItemRow | null }) {
  const picked = useRef(line?.itemID ?? null)
  const [piece, setPiece] = useState<Piece | null>(line && { ...line.item, uom: line.uom })

  /** Fills in the unit and the last cost of the chosen item. */
  async function fillFromItem(item: ItemRow | null) {
    if (!item) return
    picked.current = item.itemID
    setPiece(item)
    form.setValue('uom', item.uom, { shouldValidate: true })
    try {
      const { data } = await call(purchaseOrders.lastCosts, { query: { itemIDs: String(item.itemID) } })
      const [known] = data
      if (known && picked.current === item.itemID) form.setValue('unitCost', known.unitCost, { shouldValidate: true })
    } catch {
      toasts.error(`What ${item.itemName} last cost could not be read: enter its unit cost`)
    }
  }
  return (
    <>
      <RecordField
        control={control}
        name="itemID"
        label="Item"
        required
        {...itemChoice}
        query={active}
        failed={describeFailure}
        current={line && { value: line.itemID, label: `${line.item.itemName} (${line.item.itemCode})` }}
        onPick={(item) => void fillFromItem(item)}
      />
      {piece && <MetalLine piece={piece} />}
      <TextField control={control} name="uom" label="Unit of Measurement" required readOnly hint="The item’s own" />
      <div className="two">
        {useSeesCosts() && <MoneyField control={control} name="unitCost" label="Unit Cost" required />}
        <NumberField control={control} name="orderQty" label="Order Quantity" required hint="BULK items in grams" />
      </div>
    </>
  )
}
