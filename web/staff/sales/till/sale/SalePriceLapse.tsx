import './priceLapse.css'
import { Button, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'

import { type PriceChoice, priceChoices } from '../../../../../contract/pricing/price-lock-rules.ts'
import { salePrices } from '../../../../../contract/sales/sale-prices.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatPeso } from '../../../../lib/format.ts'
import { useWrite } from '../../../../lib/query.ts'
import { may, useAccount } from '../../../../lib/session.ts'
import { toasts } from '../../../../ui/toasts.ts'

type Lapse = NonNullable<SaleRow['priceLapse']>

/** Says that a kept price is over. A manager chooses which price holds; others read who may. */
export function SalePriceLapse({
  sale,
  lapse,
  canDecide,
  onDecided,
}: {
  sale: SaleRow
  lapse: Lapse
  /** Whether the sale has no unsaved change, which a decision would lose. */
  canDecide: boolean
  onDecided: (sale: SaleRow) => void
}) {
  const account = useAccount()
  return (
    <section className="sec price-lapse" aria-label="Price to decide">
      <h2>{lapse.sentence}</h2>
      {may(account, 'sales.decide_price') ? (
        <Choice sale={sale} lapse={lapse} canDecide={canDecide} onDecided={onDecided} />
      ) : (
        <p>
          A manager decides whether it stays, the lower of both is taken, or today’s. A part of the balance can be paid
          before.
        </p>
      )}
    </section>
  )
}

const choiceLabels: Record<PriceChoice, string> = {
  keep: 'Keep the price',
  lower: 'Take the lower of both',
  reprice: 'Take today’s price',
}

function Choice({ sale, lapse: { totals, refusal }, canDecide, onDecided }: Parameters<typeof SalePriceLapse>[0]) {
  const write = useWrite(salePrices.decide)
  const [choice, setChoice] = useState<PriceChoice>('keep')
  const [reason, setReason] = useState('')
  const isRefused = (one: PriceChoice) => one !== 'keep' && refusal !== null

  async function decide() {
    const body = { choice, reason, total: totals[choice], updatedAt: sale.updatedAt }
    const answer = await write.mutateAsync({ id: sale.salesTransactionID, body }).catch(() => null)
    if (!answer) return
    toasts.success(`The price is decided. Balance ${formatPeso(answer.data.balance)}`)
    onDecided(answer.data)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void decide()
      }}
    >
      <Radio.Group
        label="Which price holds?"
        value={choice}
        onChange={(value) => setChoice(priceChoices.find((one) => one === value) ?? 'keep')}
      >
        <div className="price-choices">
          {priceChoices.map((one) => (
            <Radio
              key={one}
              value={one}
              disabled={isRefused(one)}
              label={
                <>
                  {choiceLabels[one]} <b>{formatPeso(totals[one])}</b>
                </>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <p className="hint">
        {sale.schedule.length > 0
          ? 'The totals of the sale. The last instalment takes the difference.'
          : 'The totals of the sale.'}
      </p>
      <TextInput
        label="Reason"
        required
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className="error-line" role="alert">
        {write.error && `Error: ${write.error.message}`}
      </p>
      <Button
        type="submit"
        variant="filled"
        loading={write.isPending}
        disabled={!canDecide || reason.trim() === '' || isRefused(choice)}
      >
        Decide
      </Button>
      {!canDecide && <p className="hint">Save or undo the changes of the sale first.</p>}
    </form>
  )
}
