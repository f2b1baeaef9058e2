import type { ItemRow } from '../../../../../contract/catalogue/items.ts'
import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { SelectItem } from '../../../catalogue/SelectItem.tsx'
import type { TillSale } from '../state/useSale.ts'
import { CancelSale } from './CancelSale.tsx'
import { ExchangeSale } from './exchange/ExchangeSale.tsx'
import { ParkedSales } from './ParkedSales.tsx'
import { RefundSale } from './RefundSale.tsx'
import { TakeTradeIn } from './TakeTradeIn.tsx'

export type TillDialog = 'item' | 'cancel' | 'refund' | 'exchange' | 'parked' | 'tradeIn'

/** Shows the open dialog of the till, if any. */
export function TillDialogs({
  open,
  state: { stored, draft, summary, accept, change },
  activeKey,
  paymentTypes,
  onPick,
  onPark,
  onResume,
  onClose,
}: {
  open: TillDialog | null
  state: TillSale
  /** The draft key of a new sale; '' for a stored one. */
  activeKey: string
  paymentTypes: readonly PaymentTypeRow[]
  onPick: (item: ItemRow) => string | null
  /** Parks the sale at the till; null if the sale is empty. */
  onPark: (() => void) | null
  onResume: (key: string) => void
  onClose: () => void
}) {
  if (open === 'item') return <SelectItem locationID={draft.locationID} onAdd={onPick} onClose={onClose} />
  if (open === 'tradeIn') return <TakeTradeIn draft={draft} due={summary.balance} onTake={change} onClose={onClose} />
  if (open === 'parked')
    return (
      <ParkedSales
        here={activeKey}
        onPark={onPark}
        onResume={(key) => {
          onClose()
          onResume(key)
        }}
        onClose={onClose}
      />
    )
  if (open === 'refund' && stored) return <RefundSale sale={stored} onDone={accept} onClose={onClose} />
  if (open === 'exchange' && stored) return <ExchangeSale sale={stored} onClose={onClose} />
  if (open === 'cancel' && stored)
    return (
      <CancelSale
        sale={stored}
        types={paymentTypes}
        onDone={(answer) => {
          accept(answer)
          onClose()
        }}
        onClose={onClose}
      />
    )
  return null
}
