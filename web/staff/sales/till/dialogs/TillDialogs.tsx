import type { ItemRow } from '../../../../../contract/catalogue/items.ts'
import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { lazyComponent } from '../../../../ui/lazyComponent.tsx'
import { SelectItem } from '../../../catalogue/SelectItem.tsx'
import { ChoosePiece } from '../../../shared/ChoosePiece.tsx'
import type { TillSale } from '../state/useSale.ts'
import type { PickedPiece } from '../state/useTillPick.ts'
import { CancelSale } from './CancelSale.tsx'
import { ExchangeSale } from './exchange/ExchangeSale.tsx'
import { ParkedSales } from './ParkedSales.tsx'
import { RefundSale } from './RefundSale.tsx'
import { TakeTradeIn } from './TakeTradeIn.tsx'

export type TillDialog = 'item' | 'piece' | 'cancel' | 'refund' | 'exchange' | 'parked' | 'tradeIn' | 'drawer'

// Shops without drawers never load it.
const ChooseTillDrawer = lazyComponent(async () => (await import('../drawer/ChooseTillDrawer.tsx')).ChooseTillDrawer)

/** Shows the open dialog of the till, if any. */
export function TillDialogs({
  open,
  state: { stored, draft, summary, accept, change },
  activeKey,
  paymentTypes,
  actions: { pick, choosing, resume },
  onPark,
  onClose,
}: {
  open: TillDialog | null
  state: TillSale
  /** The draft key of a new sale; '' for a stored one. */
  activeKey: string
  paymentTypes: readonly PaymentTypeRow[]
  actions: {
    pick: (item: ItemRow, hasMovedOn?: boolean, piece?: PickedPiece | null) => string | null
    /** The item whose piece is chosen, and whether the sale may leave it open. */
    choosing: { item: ItemRow; beyondStock: boolean } | null
    resume: (key: string) => void
  }
  /** Parks the sale at the till; null if the sale is empty. */
  onPark: (() => void) | null
  onClose: () => void
}) {
  if (open === 'tradeIn') return <TakeTradeIn draft={draft} due={summary.balance} onTake={change} onClose={onClose} />
  if (open === 'drawer') return <ChooseTillDrawer locationID={draft.locationID} onClose={onClose} />
  if (open === 'piece' && choosing)
    return (
      <ChoosePiece
        item={choosing.item}
        locationID={draft.locationID}
        taken={draft.lines.flatMap(({ piece }) => piece?.pieceID ?? [])}
        onChoose={(piece) => void pick(choosing.item, false, piece)}
        onLeaveOpen={choosing.beyondStock ? () => void pick(choosing.item, false, null) : null}
        onClose={onClose}
      />
    )
  if (open === 'item')
    return <SelectItem locationID={draft.locationID} onAdd={(item) => pick(item)} onClose={onClose} />
  if (open === 'parked')
    return (
      <ParkedSales
        here={activeKey}
        onPark={onPark}
        onResume={(key) => {
          onClose()
          resume(key)
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
