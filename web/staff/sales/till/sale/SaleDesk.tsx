import { useMemo } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { computeNetPaid } from '../../../../../contract/sales/payments.ts'
import type { TransactionTypeRow } from '../../../../../contract/sales/transaction-types.ts'
import { useDialogOpen } from '../../../../ui/dialog/dialogs.tsx'
import { lazyComponent } from '../../../../ui/lazyComponent.tsx'
import { useShortcuts } from '../../../../ui/shortcuts.ts'
import { useMarginShown } from '../../../shared/useMarginShown.ts'
import { SalePapers } from '../../papers/SalePapers.tsx'
import type { MoneyDue } from '../state/saleFigures.ts'
import { computeTray } from '../state/trayFigures.ts'
import type { TillSale } from '../state/useSale.ts'
import type { useShortage } from '../state/useShortage.ts'
import type { TillFields } from '../state/useTillFields.ts'
import { OldRates } from './OldRates.tsx'
import { PriceKeeping } from './PriceKeeping.tsx'
import { SaleCancellation } from './SaleCancellation.tsx'
import { SaleExchanges } from './SaleExchanges.tsx'
import { type NewestItem, SaleLines } from './SaleLines.tsx'
import { SalePriceChoices } from './SalePriceChoices.tsx'
import { SaleRefunds } from './SaleRefunds.tsx'
import { SaleSchedule } from './SaleSchedule.tsx'
import { TillNews } from './TillNews.tsx'
import { Tray } from './Tray.tsx'
import { TrayTotals } from './TrayTotals.tsx'

const SaleCertificates = lazyComponent(
  async () => (await import('../../certificates/SaleCertificates.tsx')).SaleCertificates,
)
const SalePriceLapse = lazyComponent(async () => (await import('./SalePriceLapse.tsx')).SalePriceLapse)
const SaleProofs = lazyComponent(async () => (await import('../../proofs/SaleProofs.tsx')).SaleProofs)
const SaleLinks = lazyComponent(async () => (await import('../../order-links/SaleLinks.tsx')).SaleLinks)
const SaleParcels = lazyComponent(async () => (await import('../../order-links/SaleParcels.tsx')).SaleParcels)
const SaleMessages = lazyComponent(async () => (await import('../../messages/SaleMessages.tsx')).SaleMessages)

/** Shows the pieces of the sale: the tray, the lines, the instalments, and what came back. */
export function SaleDesk({
  state: { stored, draft, stage, readOnly, pending, errors, summary, unsaved, change, accept },
  changes,
  type,
  paymentTypes,
  shortage: { short, costs, karatsByRate, missingNames },
  newest,
  today,
  moneyDue,
  fields: { focusScanner },
  onAddItem,
  onOrder,
  onTakeDue,
}: {
  state: TillSale
  /** Messages about items and prices that have changed since the draft was saved. */
  changes: readonly string[]
  /** The transaction type of the sale; undefined while the types load. */
  type: TransactionTypeRow | undefined
  paymentTypes: readonly PaymentTypeRow[]
  shortage: ReturnType<typeof useShortage>
  newest: NewestItem | null
  /** The current date in the shop's time zone. */
  today: string
  moneyDue: MoneyDue
  fields: TillFields
  onAddItem: () => void
  onOrder: () => void
  onTakeDue: (paymentTypeID: number) => void
}) {
  const [showsMargin, rememberMargin] = useMarginShown()
  const { lines } = draft
  const isInstalments = type?.code === 'layaway' || draft.schedule.length > 0
  // Nothing is printed before the last request has received its response.
  const papers = stored && !pending && stage !== 'unanswered' && <SalePapers sale={stored} />
  const tray = useMemo(() => computeTray(lines, costs), [lines, costs])
  const isCovered = useDialogOpen()
  const toggleMargin = () => rememberMargin(!showsMargin)
  useShortcuts(
    'The tray',
    [{ key: 'Alt+m', what: 'Show or hide the margin', run: toggleMargin }],
    tray.margin !== null && !isCovered,
  )
  return (
    <>
      <div className="tray">
        <Tray lines={lines} newest={newest} />
        <TrayTotals tray={tray} showsMargin={showsMargin} onToggleMargin={toggleMargin} />
      </div>
      <div className="desk-body" inert={pending}>
        {changes.length > 0 && stored === null && <ChangesSinceSaved changes={changes} />}
        {!readOnly && <TillNews lines={lines} stored={stored} short={short} />}
        {!readOnly && <OldRates karats={karatsByRate} />}
        {stored && stored.priceLapse !== null && stage !== 'over' && (
          <SalePriceLapse sale={stored} lapse={stored.priceLapse} canDecide={!unsaved} onDecided={accept} />
        )}
        {stage === 'over' && papers}
        <SaleLines
          lines={lines}
          readOnly={readOnly}
          short={short}
          beyondStock={type?.beyondStock ?? false}
          costs={showsMargin ? costs : null}
          newest={newest}
          missingNames={missingNames}
          errors={errors}
          onChange={change}
          onAddItem={onAddItem}
          onOrder={onOrder}
          onDone={focusScanner}
        />
        <SaleSchedule
          schedule={draft.schedule}
          total={summary.total}
          paid={stored ? computeNetPaid(stored) : 0}
          due={moneyDue.part === 0 ? moneyDue.next : null}
          types={paymentTypes}
          today={today}
          layaway={type?.code === 'layaway'}
          open={!readOnly}
          readOnly={readOnly}
          errors={errors}
          onChange={change}
          onTakeDue={onTakeDue}
        />
        {isInstalments && !readOnly && karatsByRate.length > 0 && (
          <PriceKeeping stored={stored} total={summary.total} today={today} />
        )}
        {stored && <SaleCancellation sale={stored} />}
        {stored && <SalePriceChoices sale={stored} />}
        {stored && <SaleRefunds sale={stored} />}
        {stored && <SaleExchanges sale={stored} />}
        {stored && stage === 'over' && <SaleCertificates id={stored.salesTransactionID} />}
        {stage !== 'over' && papers}
        {stored && <ForTheBuyer id={stored.salesTransactionID} isCanceled={stored.status === 'Canceled'} />}
      </div>
    </>
  )
}

/** What the buyer has sent, and what goes to the buyer: the parcels, the link of the order, and the messages. */
const ForTheBuyer = ({ id, isCanceled }: { id: number; isCanceled: boolean }) => (
  <>
    <SaleProofs id={id} />
    <SaleParcels id={id} isCanceled={isCanceled} />
    <SaleLinks id={id} />
    <SaleMessages id={id} isCanceled={isCanceled} />
  </>
)

function ChangesSinceSaved({ changes }: { changes: readonly string[] }) {
  return (
    <ul className="sec changed" aria-label="Changed since it was kept">
      {changes.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
