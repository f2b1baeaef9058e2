import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'

import { hasFraction } from '../../../../../contract/catalogue/items.ts'
import { returnableQtyOf } from '../../../../../contract/sales/refunds.ts'
import { dispositions, SaleRefundInput } from '../../../../../contract/sales/sale-refunds.ts'
import { type SaleRow, sales } from '../../../../../contract/sales/sales.ts'
import { ID, Quantity } from '../../../../../contract/shared/fields.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { z } from '../../../../../contract/shared/zod.ts'
import { formatPeso } from '../../../../lib/format.ts'
import { useWrite } from '../../../../lib/query.ts'
import { AssayLine } from '../../../../ui/AssayLine.tsx'
import { NumberField, RecordField, SelectField, TextField } from '../../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../../ui/form/RecordForm.tsx'
import { customerChoice } from '../../../shared/choices.ts'
import { formatAmount } from '../../../shared/stock.ts'
import { computeReturned, type ReturnedParts } from '../state/exchangeFigures.ts'
import { dispositionNames } from '../state/saleWords.ts'
import { useTillTypes } from '../state/useTillTypes.ts'
import { ReturnedTaxes } from './exchange/ReturnedTaxes.tsx'

const choices = dispositions.map((value) => ({ value, label: dispositionNames[value] }))

/** The form has one entry for each line of the sale. If nothing of a line is returned, its quantity is null. */
const Part = z.object({ salesItemID: ID, qty: Quantity.min(0).nullable(), disposition: z.enum(dispositions) })

const createForm = ({ items }: SaleRow) =>
  SaleRefundInput.extend({
    items: z.array(Part).superRefine((parts, context) => {
      const addIssue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
      if (!parts.some(({ qty }) => qty)) addIssue([], 'Say how much comes back')
      for (const [n, { qty }] of parts.entries()) {
        const line = items[n]!
        if ((qty ?? 0) > returnableQtyOf(line))
          addIssue([n, 'qty'], `Only ${formatAmount(returnableQtyOf(line), line)} can come back`)
        else if (hasFraction(line.uom, qty ?? 0))
          addIssue([n, 'qty'], line.uom === 'PAIR' ? 'Counted in whole pairs' : 'Counted in whole pieces')
      }
    }),
  })
type Form = FormOf<ReturnType<typeof createForm>>

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
  const { paymentTypes } = useTillTypes()
  const standing = sale.payments.filter(({ correction }) => correction === null)
  // Money goes back by the type that it came by. A sale that credit paid in part goes back as it was paid.
  const asPaid = standing.some(({ paymentCode }) => paymentCode === 'store_credit')
  const way = asPaid ? undefined : standing.find(({ paymentCode }) => paymentCode !== 'exchange')
  const form = useRecordForm(
    useMemo(() => createForm(sale), [sale]),
    {
      items: sale.items.map(({ salesItemID }) => ({ salesItemID, qty: null, disposition: 'restock' as const })),
      reason: '',
      ...(way && { paymentTypeID: way.paymentTypeID }),
    },
  )
  const parts = useWatch({ control: form.control, name: 'items' })
  const typeID = useWatch({ control: form.control, name: 'paymentTypeID' })
  const byCredit = paymentTypes.find(({ paymentTypeID }) => paymentTypeID === typeID)?.code === 'store_credit'
  const amounts = computeReturned(sale, parts)
  const total = fromCentavos(amounts.reduce((sum, one) => sum + toCentavos(one), 0))

  async function save(body: z.input<Form['schema']>) {
    const items = body.items.flatMap(({ qty, ...part }) => (qty ? [{ ...part, qty }] : []))
    onDone((await write.mutateAsync({ id, body: { ...body, items } })).data)
  }
  return (
    <RecordForm
      title={`Refund ${sale.transactionNumber}`}
      action={total > 0 ? `Refund ${formatPeso(total)}` : 'Refund'}
      form={form}
      write={write}
      save={save}
      done={['Sale Refunded!', `Hand back ${formatPeso(total)}. The refund is listed with the sale.`]}
      size={760}
      onClose={onClose}
    >
      <ReturnedLines sale={sale} form={form} parts={parts} amounts={amounts} />
      <div className="two">
        <SelectField
          control={form.control}
          name="paymentTypeID"
          label="Handed back by"
          {...(asPaid ? { hint: 'Empty: as it was paid', clearable: true } : { required: true })}
          options={paymentTypes.map((type) => ({ value: type.paymentTypeID, label: type.paymentName }))}
        />
        <TextField control={form.control} name="reason" label="Reason" required />
      </div>
      {byCredit && sale.customerID === null && (
        <RecordField control={form.control} name="customerID" label="Credit of customer" required {...customerChoice} />
      )}
      <p className="handed-back">
        <span>
          To hand back
          <ReturnedTaxes sale={sale} amounts={amounts} />
          {sale.shippingFee > 0 && <small>The shipping fee of {formatPeso(sale.shippingFee)} stays paid</small>}
        </span>
        <output>{formatPeso(total)}</output>
      </p>
    </RecordForm>
  )
}

function ReturnedLines({
  sale,
  form,
  parts,
  amounts,
}: {
  sale: SaleRow
  form: Form
  parts: ReturnedParts
  amounts: readonly number[]
}) {
  const { control } = form
  const returnEverything = () => {
    for (const [n, line] of sale.items.entries())
      if (returnableQtyOf(line) > 0) form.form.setValue(`items.${n}.qty`, returnableQtyOf(line), { shouldDirty: true })
    void form.form.trigger('items')
  }
  return (
    <section aria-label="What comes back">
      <div className="sec-t returned-head">
        <h2>What comes back</h2>
        <button type="button" className="link" onClick={returnEverything}>
          All of it
        </button>
      </div>
      <ul className="returned">
        {sale.items.map((line, n) => (
          <li key={line.salesItemID} className={parts[n]?.qty ? undefined : 'idle'} aria-label={line.itemName}>
            <div className="returned-item">
              <b>{line.itemName}</b>
              <small>
                {line.piece?.number ?? line.itemCode} · {formatAmount(line.orderQty, line)} sold
                {line.refundedQty > 0 && `, ${formatAmount(line.refundedQty, line)} came back`}
              </small>
              {/* What comes back earns nothing, so its line has no margin. */}
              <AssayLine piece={line} price={line.price} margin={null} />
            </div>
            {returnableQtyOf(line) > 0 ? (
              <>
                <NumberField
                  control={control}
                  name={`items.${n}.qty`}
                  label="Quantity"
                  {...(line.uom === 'BULK' && { suffix: 'g' })}
                />
                {/* Nothing goes anywhere until a quantity comes back. */}
                <SelectField
                  control={control}
                  name={`items.${n}.disposition`}
                  label="Where do the goods go?"
                  readOnly={!parts[n]?.qty}
                  options={choices}
                />
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
