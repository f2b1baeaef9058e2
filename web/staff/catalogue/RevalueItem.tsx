import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import {
  computeRevaluation,
  RevaluationInput,
  revaluations,
  type StockValue,
} from '../../../contract/stock/revaluations.ts'
import { formatPeso } from '../../lib/format.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { MetalLine } from '../../ui/AssayLine.tsx'
import { MoneyField, TextAreaField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Thumb } from '../../ui/Thumb.tsx'
import { formatAmount, formatSignedPeso } from '../shared/stock.ts'

import './revaluation.css'

/** Sets the cost of an item, with a reason. Shows by how much the value of its stock changes. */
export function RevalueItem({ item, onClose }: { item: ItemRow; onClose: () => void }) {
  const { itemID: id, itemName, itemCode } = item
  const write = useWrite(revaluations.create)
  const form = useRecordForm(RevaluationInput, {})
  const { data } = useQuery(readQuery(revaluations.value, { id }))
  const unitCost = useWatch({ control: form.control, name: 'unitCost' })
  return (
    <RecordForm
      title="Revalue Item"
      action="Revalue"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id, body })}
      done={['Item Revalued!', 'The ledger has the new value of its stock, with the reason.']}
      onClose={onClose}
    >
      <div className="subject">
        <Thumb src={item.image_url} focus={item.image_focus} name={itemName} />
        <div>
          <b>{itemName}</b>
          <p>
            {itemCode}
            {data && `, ${formatAmount(data.data.quantity, item)} in stock at ${formatPeso(data.data.unitCost)}`}
          </p>
          <MetalLine piece={item} />
        </div>
      </div>
      <MoneyField control={form.control} name="unitCost" label={`New cost per ${unitNames[item.uom]}`} required />
      <TextAreaField control={form.control} name="reason" label="Reason" required />
      {data && <ValueAfter stock={data.data} unitCost={unitCost} />}
    </RecordForm>
  )
}

/** Shows the value of the stock now and at the new cost. */
function ValueAfter({ stock, unitCost }: { stock: StockValue; unitCost: number | null | undefined }) {
  const isCost = RevaluationInput.shape.unitCost.safeParse(unitCost).success
  const after = isCost ? computeRevaluation(stock, unitCost!) : null
  return (
    <output className="revalued">
      <dl>
        <div>
          <dt>Value now</dt>
          <dd>{formatPeso(stock.value)}</dd>
        </div>
        <div>
          <dt>Afterwards</dt>
          <dd>{after ? formatPeso(after.value) : '–'}</dd>
        </div>
        <div>
          <dt>Difference</dt>
          <dd>{after ? formatSignedPeso(after.difference) : '–'}</dd>
        </div>
      </dl>
    </output>
  )
}

const unitNames = { PCS: 'piece', PAIR: 'pair', BULK: 'gram' } satisfies Record<ItemRow['uom'], string>
