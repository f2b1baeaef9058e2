import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'

import { findFractionProblem } from '../../../../contract/catalogue/items.ts'
import { adjustmentReasons } from '../../../../contract/stock/adjustment-reasons.ts'
import { adjustmentTypes } from '../../../../contract/stock/adjustment-types.ts'
import {
  InventoryAdjustmentInput,
  type InventoryAdjustmentRow,
  inventoryAdjustments,
} from '../../../../contract/stock/inventory-adjustments.ts'
import { inventory, type InventoryRow } from '../../../../contract/stock/inventory.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { NumberField, RecordField } from '../../../ui/form/fields.tsx'
import { type FormOf, useLateDefault, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { firstChoicesQuery, type Option } from '../../../ui/form/RecordSelect.tsx'
import { PickPieces } from '../../shared/PickPieces.tsx'
import { type StockFigures, stockName } from '../../shared/stock.ts'
import { StockAfter } from './StockAfter.tsx'
import { StockSubject } from './StockSubject.tsx'

type Form = FormOf<typeof InventoryAdjustmentInput>

const describeFailure = () => 'Failed to load data'

/** Returns a check of the adjusted quantity: no fraction of a piece or pair. */
const findProblemsOf = (stock: StockFigures | null) => (values: Partial<InventoryAdjustmentInput>) => {
  const message = stock && findFractionProblem(stock.item, values.quantityAdjusted ?? 0)
  return message === null ? [] : [{ field: 'quantityAdjusted' as const, message }]
}
const typesInOrder = { sort: 'adjustmentTypeID' } as const

/** Returns the key of the adjustment type for manual corrections; undefined while the types load. */
function useManualType() {
  const { data } = useQuery(firstChoicesQuery(adjustmentTypes.list, typesInOrder))
  return data?.data.find(({ code }) => code === 'manual')?.adjustmentTypeID
}

/** Requests an adjustment of any stock. */
export function CreateAdjustment({ onClose }: { onClose: () => void }) {
  const write = useWrite(inventoryAdjustments.create)
  const adjustmentTypeID = useManualType()
  const [stock, setStock] = useState<StockFigures | null>(null)
  const form = useRecordForm(InventoryAdjustmentInput, { adjustmentTypeID }, findProblemsOf(stock))
  useLateDefault(form, 'adjustmentTypeID', adjustmentTypeID)
  return (
    <RecordForm
      title="Create Inventory Adjustment"
      action="Create Adjustment"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Inventory Adjustment Created!', 'It waits for an administrator. Stock changes when it is approved.']}
      onClose={onClose}
    >
      <StockField form={form} onPick={setStock} />
      <AdjustmentFields form={form} stock={stock} />
    </RecordForm>
  )
}

/** Requests an adjustment of this stock. */
export function AdjustStock({ stock, onClose }: { stock: InventoryRow; onClose: () => void }) {
  const write = useWrite(inventoryAdjustments.create)
  const adjustmentTypeID = useManualType()
  const form = useRecordForm(
    InventoryAdjustmentInput,
    { inventoryID: stock.inventoryID, adjustmentTypeID },
    findProblemsOf(stock),
  )
  useLateDefault(form, 'adjustmentTypeID', adjustmentTypeID)
  return (
    <RecordForm
      title="Adjust Inventory"
      action="Create Adjustment"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Adjustment Created!', 'It waits for an administrator. Stock changes when it is approved.']}
      onClose={onClose}
    >
      <StockSubject {...stock} />
      <AdjustmentFields form={form} stock={stock} />
    </RecordForm>
  )
}

/** Edits a Pending adjustment. An adjustment from a stock count cannot move to other stock. */
export function EditAdjustment({ adjustment, onClose }: { adjustment: InventoryAdjustmentRow; onClose: () => void }) {
  const id = adjustment.adjustmentID
  const write = useWrite(inventoryAdjustments.update)
  const [stock, setStock] = useState<StockFigures>(adjustment.inventory)
  const form = useRecordForm(InventoryAdjustmentInput, adjustment, findProblemsOf(stock))
  return (
    <RecordForm
      title="Edit Inventory Adjustment"
      action="Update Adjustment"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: adjustment, reload: async () => (await call(inventoryAdjustments.get, { id })).data }}
      done={['Adjustment Updated!', 'The adjustment has been successfully updated.']}
      unknown="An unknown error occurred while updating."
      onClose={onClose}
    >
      {adjustment.countID === null ? (
        <StockField form={form} current={adjustment} onPick={setStock} />
      ) : (
        <StockSubject {...adjustment.inventory} />
      )}
      <AdjustmentFields
        form={form}
        stock={stock}
        reason={{ value: adjustment.adjustmentReasonID, label: adjustment.adjustmentReason.reasonName }}
        type={{ value: adjustment.adjustmentTypeID, label: adjustment.adjustmentType.typeName }}
      />
    </RecordForm>
  )
}

function StockField({
  form,
  current,
  onPick,
}: {
  form: Form
  current?: InventoryAdjustmentRow
  onPick: (stock: InventoryRow) => void
}) {
  return (
    <RecordField
      control={form.control}
      name="inventoryID"
      label="Inventory item"
      required
      list={inventory.list}
      query={{ sort: 'itemName' }}
      option={(stock) => ({ value: stock.inventoryID, label: stockName(stock) })}
      {...(current && { current: { value: current.inventoryID, label: stockName(current.inventory) } })}
      failed={describeFailure}
      onPick={(stock) => stock && onPick(stock)}
    />
  )
}

function AdjustmentFields({
  form: { control },
  stock,
  reason,
  type,
}: {
  form: Form
  stock: StockFigures | null
  reason?: Option<number>
  type?: Option<number>
}) {
  const change = useWatch({ control, name: 'quantityAdjusted' })
  const inventoryID = useWatch({ control, name: 'inventoryID' })
  return (
    <>
      <div className="two">
        <RecordField
          control={control}
          name="adjustmentReasonID"
          label="Adjustment reason"
          required
          list={adjustmentReasons.list}
          query={{ sort: 'reasonName' }}
          option={(r) => ({ value: r.adjustmentReasonID, label: r.reasonName })}
          current={reason}
          failed={describeFailure}
        />
        <RecordField
          control={control}
          name="adjustmentTypeID"
          label="Adjustment type"
          list={adjustmentTypes.list}
          query={typesInOrder}
          option={(t) => ({ value: t.adjustmentTypeID, label: t.typeName })}
          current={type}
          failed={describeFailure}
        />
      </div>
      <NumberField
        control={control}
        name="quantityAdjusted"
        label="Quantity adjusted"
        required
        signed
        hint={`What is to be added; with a minus, what is to be taken away${stock?.item.uom === 'BULK' ? ', in grams' : ''}`}
      />
      {stock?.item.byPiece && inventoryID && (
        <AdjustedPieces control={control} stock={stock} inventoryID={inventoryID} change={change ?? 0} />
      )}
      {stock && <StockAfter stock={stock} change={change} />}
    </>
  )
}

/** Names the pieces that leave the stock, or those that come back under their numbers. */
function AdjustedPieces({
  control,
  stock: { itemID, item },
  inventoryID,
  change,
}: {
  control: Form['control']
  stock: StockFigures
  inventoryID: number
  change: number
}) {
  const { field, fieldState } = useController({ control, name: 'pieceIDs' })
  return (
    <PickPieces
      itemID={(itemID ?? item.itemID)!}
      itemName={item.itemName}
      where={change > 0 ? { state: 'Gone' } : { inventoryID }}
      value={field.value ?? []}
      error={fieldState.error?.message}
      onChange={field.onChange}
    />
  )
}
