import { useController } from 'react-hook-form'

import { findFractionProblem } from '../../../../contract/catalogue/items.ts'
import type { InventoryRow } from '../../../../contract/stock/inventory.ts'
import { RepairReturnInput, repairReturns } from '../../../../contract/stock/repair-returns.ts'
import { useWrite } from '../../../lib/query.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { MoneyField, NumberField, SelectField, TextAreaField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { PickPieces } from '../../shared/PickPieces.tsx'
import { formatAmount } from '../../shared/stock.ts'
import { StockSubject } from '../adjustments/StockSubject.tsx'
import { outcomeChoices } from './outcomes.ts'

/** Returns a check of the quantity: no fraction of a piece or pair. */
const findProblemsOf = (stock: InventoryRow) => (values: Partial<RepairReturnInput>) => {
  const message = findFractionProblem(stock.item, values.quantity ?? 0)
  return message === null ? [] : [{ field: 'quantity' as const, message }]
}

/** Returns goods of this repair stock to the shelf or to scrap. Sending the form moves them. */
export function ReturnFromRepair({ stock, onClose }: { stock: InventoryRow; onClose: () => void }) {
  const write = useWrite(repairReturns.create)
  const { inventoryID, item } = stock
  const form = useRecordForm(
    RepairReturnInput,
    { inventoryID, outcome: 'shelf', ...(stock.quantity === 1 && { quantity: 1 }) },
    findProblemsOf(stock),
  )
  const { control } = form
  const named = useController({ control, name: 'pieceIDs' })
  return (
    <RecordForm
      title="Back from the Workshop"
      action="Return Goods"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Goods Returned!', 'The ledger shows where they went, with the price of the workshop.']}
      onClose={onClose}
    >
      <StockSubject {...stock}>. Quantity: {formatAmount(stock.quantity, item)}</StockSubject>
      <MetalLine piece={item} />
      {item.byPiece && (
        <PickPieces
          itemID={stock.itemID}
          itemName={item.itemName}
          where={{ inventoryID }}
          value={named.field.value ?? []}
          error={named.fieldState.error?.message}
          onChange={(pieceIDs) => {
            named.field.onChange(pieceIDs)
            form.form.setValue('quantity', pieceIDs.length, { shouldDirty: true })
          }}
        />
      )}
      <div className="two">
        <NumberField
          control={control}
          name="quantity"
          label="Quantity"
          required
          {...(item.uom === 'BULK' && { suffix: 'g' })}
        />
        <SelectField control={control} name="outcome" label="Outcome" required options={outcomeChoices} />
      </div>
      <MoneyField
        control={control}
        name="cost"
        label="Cost"
        required
        hint="The price of the workshop for all of these goods; it adds to their value on the shelf"
      />
      <TextAreaField control={control} name="remarks" label="Remarks" />
    </RecordForm>
  )
}
