import { Select, TextInput } from '@mantine/core'

import type { SaleRow } from '../../../../../../contract/sales/sales.ts'
import { formatPeso } from '../../../../../lib/format.ts'
import { NumberBox } from '../../../../../ui/form/NumberBox.tsx'
import { RecordSelect } from '../../../../../ui/form/RecordSelect.tsx'
import { CloseIcon } from '../../../../../ui/icons.tsx'
import { customerChoice } from '../../../../shared/choices.ts'
import type { Exchange } from './exchangeDraft.ts'
import { ReturnedTaxes } from './ReturnedTaxes.tsx'

/** Shows the values of both sides, and takes the difference or gives it back. */
export function Difference({ sale, exchange }: { sale: SaleRow; exchange: Exchange }) {
  const { amounts, returned, outgoing, due, back } = exchange.figures
  return (
    <section className="difference" aria-label="Difference">
      <dl>
        <div>
          <dt>
            Comes back
            <ReturnedTaxes sale={sale} amounts={amounts} />
          </dt>
          <dd>{formatPeso(returned)}</dd>
        </div>
        {outgoing > 0 && (
          <div>
            <dt>Goes out</dt>
            <dd>{formatPeso(outgoing)}</dd>
          </div>
        )}
        <div className="strong">
          <dt>{back > 0 ? 'To give back' : 'To pay'}</dt>
          <dd>
            <output>{formatPeso(back > 0 ? back : due)}</output>
          </dd>
        </div>
      </dl>
      {due > 0 && <DifferencePayments exchange={exchange} />}
      {back > 0 &&
        (exchange.mayGiveBack ? (
          <WayBack sale={sale} exchange={exchange} />
        ) : (
          <p className="hint">Choose goods that cost at least as much, or ask a manager to give the rest back</p>
        ))}
    </section>
  )
}

/** Enters the payments of the difference. One without an amount takes the rest. */
function DifferencePayments({
  exchange: {
    draft: { payments },
    figures,
    paymentTypes,
    change,
  },
}: {
  exchange: Exchange
}) {
  const changePayment = (key: number, changed: Partial<(typeof payments)[number]>) =>
    change({ payments: payments.map((payment) => (payment.key === key ? { ...payment, ...changed } : payment)) })
  const addPayment = () =>
    change({
      payments: [
        ...payments.map((payment) => ({ ...payment, amount: payment.amount ?? figures.left })),
        { key: payments.at(-1)!.key + 1, paymentTypeID: null, amount: null, reference: '' },
      ],
    })
  return (
    <>
      {payments.map(({ key, paymentTypeID, amount, reference }, n) => (
        <fieldset className="difference-pay" key={key} aria-label={`Payment ${n + 1}`}>
          <Select<number>
            label="Paid by"
            data={paymentTypes.map((type) => ({ value: type.paymentTypeID, label: type.paymentName }))}
            value={paymentTypeID}
            allowDeselect={false}
            onChange={(id) => changePayment(key, { paymentTypeID: id })}
          />
          <NumberBox
            label="Amount"
            prefix="₱"
            places={2}
            placeholder={formatPeso(figures.left).replace('₱', '')}
            value={amount}
            onChange={(typed) => changePayment(key, { amount: typed })}
          />
          <TextInput
            label="Reference"
            maxLength={120}
            autoComplete="off"
            value={reference}
            onChange={(event) => changePayment(key, { reference: event.currentTarget.value })}
          />
          {payments.length > 1 && (
            <button
              type="button"
              className="ib"
              aria-label={`Remove payment ${n + 1}`}
              onClick={() => change({ payments: payments.filter((payment) => payment.key !== key) })}
            >
              <CloseIcon />
            </button>
          )}
        </fieldset>
      ))}
      <button type="button" className="link" onClick={addPayment}>
        Add payment
      </button>
    </>
  )
}

/** Chooses how a manager gives the rest back. */
function WayBack({
  sale,
  exchange: { draft, isCredit, paymentTypes, creditType, change },
}: {
  sale: SaleRow
  exchange: Exchange
}) {
  return (
    <div className="two">
      <Select<number>
        label="Given back as"
        data={paymentTypes.map((type) => ({ value: type.paymentTypeID, label: type.paymentName }))}
        value={draft.backTypeID ?? creditType?.paymentTypeID ?? null}
        allowDeselect={false}
        onChange={(backTypeID) => change({ backTypeID })}
      />
      {isCredit && sale.customerID === null && (
        <RecordSelect
          label="Credit of customer"
          required
          {...customerChoice}
          value={draft.customerID}
          onChange={(customerID) => change({ customerID })}
        />
      )}
    </div>
  )
}
