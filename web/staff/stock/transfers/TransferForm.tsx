import { useRef, useState } from 'react'
import { type DefaultValues, useFieldArray, useWatch } from 'react-hook-form'

import { findFractionProblem } from '../../../../contract/catalogue/items.ts'
import { locations } from '../../../../contract/stock/locations.ts'
import { StockTransferInput, stockTransfers } from '../../../../contract/stock/stock-transfers.ts'
import { useWrite } from '../../../lib/query.ts'
import { RecordField, TextAreaField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { TransferLines } from './TransferLines.tsx'
import type { TransferDraft, TransferItem } from './transferState.ts'

const byLocation = {
  list: locations.list,
  query: { status: 'true' },
  option: (l: { locationID: number; locationName: string }) => ({ value: l.locationID, label: l.locationName }),
} as const

/** Returns a check of the quantities: no fraction of a piece or pair. */
const findProblemsOf =
  (items: ReadonlyMap<number, TransferItem>) =>
  ({ items: lines }: Partial<StockTransferInput>) =>
    (lines ?? []).flatMap(({ itemID, quantity }, n) => {
      const item = items.get(itemID)
      const message = item ? findFractionProblem(item, quantity ?? 0) : null
      return message === null ? [] : [{ field: `items.${n}.quantity` as const, message }]
    })

/** Creates a transfer. Sending the form moves the stock. */
export function CreateTransfer({
  draft,
  onCreated,
  onClose,
}: {
  draft: TransferDraft
  onCreated: (transferID: number) => void
  onClose: () => void
}) {
  const write = useWrite(stockTransfers.create)
  const createdID = useRef<number>(null)
  const [choosing, setChoosing] = useState(false)
  const [items, setItems] = useState(() => new Map(draft.items.map((item) => [item.itemID, item])))
  const form = useRecordForm(
    StockTransferInput,
    draft.values as DefaultValues<StockTransferInput>,
    findProblemsOf(items),
  )
  const { control } = form
  const lines = useFieldArray({ control, name: 'items' })
  const fromLocationID = useWatch({ control, name: 'fromLocationID' }) as number | null
  return (
    <RecordForm
      title="Create Transfer"
      action="Create Transfer"
      size={1000}
      covered={choosing}
      form={form}
      write={write}
      save={async (body) => {
        createdID.current = (await write.mutateAsync({ body })).data.transferID
      }}
      done={['Transfer Created!', 'The goods have been successfully transferred.']}
      onClose={() => {
        onClose()
        if (createdID.current !== null) onCreated(createdID.current)
      }}
    >
      <div className="two">
        <RecordField
          control={control}
          name="fromLocationID"
          label="From"
          required
          {...byLocation}
          current={draft.from}
          onPick={() => {
            // Another location has other types of stock, so the chosen types are cleared.
            for (const [n] of form.form.getValues('items').entries())
              form.form.setValue(`items.${n}.inventoryTypeID`, null)
          }}
        />
        <RecordField control={control} name="toLocationID" label="To" required {...byLocation} current={draft.to} />
      </div>
      <TextAreaField control={control} name="remarks" label="Remarks" />
      <TransferLines
        form={form}
        lines={lines}
        items={items}
        onItem={(item) => setItems((known) => new Map(known).set(item.itemID, item))}
        locationID={fromLocationID}
        choosing={choosing}
        onChoosing={setChoosing}
      />
    </RecordForm>
  )
}
