import { useRef, useState } from 'react'

import { findFractionProblem } from '../../../../contract/catalogue/items.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { inventory, InventoryInput, type InventoryRow } from '../../../../contract/stock/inventory.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { NumberField, RecordField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { inventoryTypeChoice, itemChoice, locationChoice } from '../../shared/choices.ts'
import { formatAmount } from '../../shared/stock.ts'
import { StockSubject } from '../adjustments/StockSubject.tsx'

const describeFailure = () => 'Failed to load data.'
const active = { status: 'true' } as const
/** The fields for users who are not administrators. Only administrators set the quantity. */
const ThresholdInput = InventoryInput.omit({ quantity: true })

type CountedItem = Parameters<typeof findFractionProblem>[0]

/** Returns a check of the quantity: no fraction of a piece or pair. */
const findProblemsOf = (item: CountedItem | null) => (values: Partial<z.input<typeof InventoryInput>>) => {
  const message = item && findFractionProblem(item, values.quantity ?? 0)
  return message === null ? [] : [{ field: 'quantity' as const, message }]
}

export function CreateInventory({ onClose }: { onClose: () => void }) {
  const write = useWrite(inventory.create)
  const [item, setItem] = useState<CountedItem | null>(null)
  const form = useRecordForm(InventoryInput, {}, findProblemsOf(item))
  // The server says whether the quantity waits for approval.
  const waiting = useRef<string>(undefined)
  const { control } = form
  return (
    <RecordForm
      title="Create Inventory"
      action="Create Inventory"
      form={form}
      write={write}
      save={async (body) => {
        waiting.current = (await write.mutateAsync({ body })).message
      }}
      done={() =>
        waiting.current === undefined
          ? ['Inventory Created!', 'The new inventory has been successfully created.']
          : ['Inventory Created!', `${waiting.current}.`]
      }
      onClose={onClose}
    >
      <RecordField
        control={control}
        name="itemID"
        label="Item"
        required
        {...itemChoice}
        query={active}
        failed={describeFailure}
        onPick={setItem}
      />
      <div className="two">
        <RecordField
          control={control}
          name="locationID"
          label="Location"
          required
          {...locationChoice}
          query={active}
          failed={describeFailure}
        />
        <RecordField
          control={control}
          name="inventoryTypeID"
          label="Inventory type"
          required
          {...inventoryTypeChoice}
          query={active}
          failed={describeFailure}
        />
      </div>
      <div className="two">
        <NumberField control={control} name="quantity" label="Quantity" required hint="BULK items in grams" />
        <NumberField
          control={control}
          name="reOrderThreshold"
          label="Reorder threshold"
          required
          hint="0 for no reminder"
        />
      </div>
    </RecordForm>
  )
}

type Edit = { stock: InventoryRow; onClose: () => void }

export function EditInventory(props: Edit) {
  return may(useAccount(), 'stock.set_quantity') ? <EditQuantity {...props} /> : <EditThreshold {...props} />
}

function EditQuantity({ stock, onClose }: Edit) {
  const form = useRecordForm(InventoryInput, stock, findProblemsOf(stock.item))
  const write = useWrite(inventory.update)
  return (
    <RecordForm
      {...editPropsOf(stock, write)}
      form={form}
      save={(body, updatedAt) => write.mutateAsync({ id: stock.inventoryID, body: { ...body, updatedAt } })}
      onClose={onClose}
    >
      <EditedStock {...stock} />
      <div className="two">
        <NumberField
          control={form.control}
          name="quantity"
          label="Quantity"
          required
          hint="Another quantity is a correction in the ledger"
        />
        <NumberField
          control={form.control}
          name="reOrderThreshold"
          label="Reorder threshold"
          required
          hint="0 for no reminder"
        />
      </div>
    </RecordForm>
  )
}

function EditThreshold({ stock, onClose }: Edit) {
  const form = useRecordForm(ThresholdInput, stock)
  const write = useWrite(inventory.update)
  return (
    <RecordForm
      {...editPropsOf(stock, write)}
      form={form}
      save={(body, updatedAt) => write.mutateAsync({ id: stock.inventoryID, body: { ...body, updatedAt } })}
      onClose={onClose}
    >
      <EditedStock {...stock} />
      <NumberField
        control={form.control}
        name="reOrderThreshold"
        label="Reorder threshold"
        required
        hint="0 for no reminder"
      />
    </RecordForm>
  )
}

/** Returns the props that both edit forms share. */
const editPropsOf = <W,>(stock: InventoryRow, write: W) => ({
  title: 'Edit Inventory',
  action: 'Update Inventory',
  write,
  stored: { record: stock, reload: async () => (await call(inventory.get, { id: stock.inventoryID })).data },
  done: ['Inventory Updated!', 'The inventory has been successfully updated.'] as const,
})

/** Shows the stock being edited. Its item, location and type cannot change. */
const EditedStock = (stock: InventoryRow) => (
  <StockSubject {...stock}>. Quantity: {formatAmount(stock.quantity, stock.item)}</StockSubject>
)
