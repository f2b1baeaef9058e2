import { Button, Radio, Select, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { type SaleRow, sales } from '../../../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { formatPeso } from '../../../../lib/format.ts'
import { useWrite } from '../../../../lib/query.ts'
import { may, useAccount } from '../../../../lib/session.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { mayOrAsk } from '../../../shared/devices/mayOrAsk.ts'

/** Confirms the cancellation of a saved sale and states how its payments are handled. */
export function CancelSale({
  sale,
  types,
  onDone,
  onClose,
}: {
  sale: SaleRow
  types: readonly PaymentTypeRow[]
  onDone: (sale: SaleRow) => void
  onClose: () => void
}) {
  const write = useWrite(sales.cancel)
  const account = useAccount()
  const allowed = { refund: mayOrAsk(account, 'sales.return_deposit'), forfeit: may(account, 'sales.forfeit') }
  const [deposit, setDeposit] = useState<'refund' | 'forfeit'>('refund')
  /** Null hands the money back the way that it came. */
  const [paymentTypeID, setPaymentTypeID] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const paid = fromCentavos(toCentavos(sale.amountPaid) - toCentavos(sale.change))
  const refunds = deposit === 'refund' && paymentTypeID !== null ? { paymentTypeID } : {}

  async function cancel() {
    const body = paid > 0 ? { deposit, ...refunds, reason } : { reason }
    const answer = await write.mutateAsync({ id: sale.salesTransactionID, body }).catch(() => null)
    if (answer) onDone(answer.data)
  }
  return (
    <Dialog title={`Cancel sale ${sale.transactionNumber}?`} size={480} onClose={onClose}>
      <div className="dlg-body">
        <p>What it holds of the stock is for sale again. A canceled sale stays canceled.</p>
        {paid > 0 && (
          <Radio.Group
            label={`What becomes of the ${formatPeso(paid)} that is paid?`}
            value={deposit}
            onChange={(value) => setDeposit(value === 'forfeit' ? 'forfeit' : 'refund')}
          >
            <div className="cancel-choices">
              <Radio
                value="refund"
                label="It is handed back"
                disabled={!allowed.refund}
                {...(!allowed.refund && { description: 'Only a manager may hand a deposit back' })}
              />
              <Radio
                value="forfeit"
                label="The shop keeps it"
                disabled={!allowed.forfeit}
                {...(!allowed.forfeit && { description: 'Only a manager may forfeit a deposit' })}
              />
            </div>
          </Radio.Group>
        )}
        {paid > 0 && deposit === 'refund' && (
          <Select<number>
            label="Handed back by"
            data={types.map((type) => ({ value: type.paymentTypeID, label: type.paymentName }))}
            value={paymentTypeID}
            placeholder="The way it came"
            clearable
            onChange={setPaymentTypeID}
          />
        )}
        <TextInput
          label="Reason"
          required={paid > 0}
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <p className="error-line" role="alert">
        {write.error && `Error: ${write.error.message}`}
      </p>
      <div className="dlg-foot">
        <Button data-autofocus onClick={onClose}>
          Keep sale
        </Button>
        <Button
          variant="filled"
          loading={write.isPending}
          disabled={paid > 0 && (reason.trim() === '' || !allowed[deposit])}
          onClick={() => void cancel()}
        >
          Cancel sale
        </Button>
      </div>
    </Dialog>
  )
}
