import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'

import { returnableQtyOf, computeRefunds } from '../../../../../contract/sales/refunds.ts'
import { dispositions, SaleRefundInput, type SaleRow, sales } from '../../../../../contract/sales/sales.ts'
import { ID, Quantity } from '../../../../../contract/shared/fields.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { z } from '../../../../../contract/shared/zod.ts'
import { formatPeso } from '../../../../lib/format.ts'
import { useWrite } from '../../../../lib/query.ts'
import { NumberField, RecordField, SelectField, TextField } from '../../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../../ui/form/RecordForm.tsx'
import { paymentTypeChoice } from '../../../shared/choices.ts'
import { amount } from '../../../shared/stock.ts'
import { dispositionNames } from '../sale/SaleRefunds.tsx'

const choices = dispositions.map((value) => ({ value, label: dispositionNames[value] }))

/** The form has one entry per line of the sale. A line that is not returned has an empty quantity. */
const Part = z.object({ salesItemID: ID, qty: Quantity.min(0).nullable(), disposition: z.enum(dispositions) })

const formOf = ({ items }: SaleRow) =>
  SaleRefundInput.extend({
    items: z.array(Part).superRefine((parts, context) => {
      const wrong = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
      if (!parts.some(({ qty }) => qty)) wrong([], 'Say how much comes back')
      for (const [n, { qty }] of parts.entries()) {
        const line = items[n]!
        if ((qty ?? 0) > returnableQtyOf(line))
          wrong([n, 'qty'], `Only ${amount(returnableQtyOf(line), line)} can come back`)
        else if (line.uom !== 'BULK' && !Number.isInteger(qty ?? 0)) wrong([n, 'qty'], 'Counted in whole pieces')
      }
    }),
  })
type Form = FormOf<ReturnType<typeof formOf>>

/** Refunds a completed sale, in full or in part, and shows the amount to pay back. */
export function RefundSale({
  sale,
  onDone,
  onClose,
}: {
  sale: SaleRow
  onDone: (sale: SaleRow) => void
  onClose: () => void
}) {
  const id = sale.salesTransactionID
  const write = useWrite(sales.refund)
  const way = sale.payments.find(({ correction }) => correction === null)
  const form = useRecordForm(
    useMemo(() => formOf(sale), [sale]),
    {
      items: sale.items.map(({ salesItemID }) => ({ salesItemID, qty: null, disposition: 'restock' as const })),
      reason: '',
      ...(way && { paymentTypeID: way.paymentTypeID }),
    },
  )
  const parts = useWatch({ control: form.control, name: 'items' })
  const amounts = amountsOf(sale, parts)
  const whole = fromCentavos(amounts.reduce((sum, one) => sum + toCentavos(one), 0))

  async function save(body: z.input<Form['schema']>) {
    const items = body.items.flatMap(({ qty, ...part }) => (qty ? [{ ...part, qty }] : []))
    onDone((await write.mutateAsync({ id, body: { ...body, items } })).data)
  }
  return (
    <RecordForm
      title={`Refund ${sale.transactionNumber}`}
      action={whole > 0 ? `Refund ${formatPeso(whole)}` : 'Refund'}
      form={form}
      write={write}
      save={save}
      done={['Sale Refunded!', `Hand back ${formatPeso(whole)}. The refund is listed with the sale.`]}
      size={760}
      onClose={onClose}
    >
      <ReturnedLines sale={sale} form={form} amounts={amounts} />
      <div className="two">
        <RecordField
          control={form.control}
          name="paymentTypeID"
          label="Handed back by"
          required
          current={way && { value: way.paymentTypeID, label: way.paymentName }}
          {...paymentTypeChoice}
        />
        <TextField control={form.control} name="reason" label="Reason" required />
      </div>
      <p className="handed-back">
        <span>
          To hand back
          {sale.shippingFee > 0 && <small>The shipping fee of {formatPeso(sale.shippingFee)} stays paid</small>}
        </span>
        <output>{formatPeso(whole)}</output>
      </p>
    </RecordForm>
  )
}

function ReturnedLines({ sale, form, amounts }: { sale: SaleRow; form: Form; amounts: readonly number[] }) {
  const { control } = form
  const everything = () => {
    for (const [n, line] of sale.items.entries())
      if (returnableQtyOf(line) > 0) form.form.setValue(`items.${n}.qty`, returnableQtyOf(line), { shouldDirty: true })
    void form.form.trigger('items')
  }
  return (
    <section aria-label="What comes back">
      <div className="sec-t">
        <h2>What comes back</h2>
        <button type="button" className="link" onClick={everything}>
          All of it
        </button>
      </div>
      <ul className="returned">
        {sale.items.map((line, n) => (
          <li key={line.salesItemID} aria-label={line.itemName}>
            <div className="returned-item">
              <b>{line.itemName}</b>
              <small>
                {line.itemCode} · {amount(line.orderQty, line)} sold
                {line.refundedQty > 0 && `, ${amount(line.refundedQty, line)} came back`}
              </small>
            </div>
            {returnableQtyOf(line) > 0 ? (
              <>
                <NumberField
                  control={control}
                  name={`items.${n}.qty`}
                  label="Quantity"
                  {...(line.uom === 'BULK' && { suffix: 'g' })}
                />
                <SelectField control={control} name={`items.${n}.disposition`} label="Goods" options={choices} />
              </>
            ) : (
              <p className="hint">All of it came back</p>
            )}
            <span className="r">{formatPeso(amounts[n]!)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Parts = readonly { salesItemID: number; qty: number | null }[]

/** Returns the refund of each line, in pesos; 0 for a quantity that cannot be returned. */
function amountsOf(sale: SaleRow, parts: Parts): number[] {
  const possible = parts.map(({ salesItemID, qty }, n) => {
    const fits = qty !== null && qty > 0 && qty <= returnableQtyOf(sale.items[n]!)
    return { salesItemID, qty: fits ? qty : 0 }
  })
  return computeRefunds(sale, possible)
}
