import './till.css'
import { useState } from 'react'

import { today } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useStable } from '../../../ui/useStable.ts'
import { useWideScreen } from '../../../ui/wideScreen.ts'
import { TillDialogs } from './dialogs/TillDialogs.tsx'
import { ItemPicker } from './picker/ItemPicker.tsx'
import { DeskHead } from './sale/DeskHead.tsx'
import { SaleDesk } from './sale/SaleDesk.tsx'
import { SaleRail } from './sale/SaleRail.tsx'
import { isClosed } from './state/useSale.ts'
import { type TillProps, useTill } from './useTill.ts'

const noChanges: readonly string[] = []

/**
 * Shows the till: items, the sale and its totals. It works with a scanner and the keyboard (see `useTillKeys`). A
 * closed sale opens read-only, and a scan then starts the next sale.
 */
export function Till(props: TillProps) {
  const { sale, beginning, onNew, onClose } = props
  const now = today(useTimeZone())
  const {
    open,
    show,
    fields,
    state,
    isOver,
    type,
    paymentTypes,
    moneyDue,
    credit,
    shortage,
    newest,
    actions,
    orderMissing,
    onStray,
    chosen,
  } = useTill(props, now)
  const { stored, draft } = state
  const opened = useOpened(sale)
  const handlers = useTillHandlers({ show, orderMissing, isStored: stored !== null, onNew, onClose })
  const onPark = actions.canPark ? actions.park : null
  const title = isOver ? 'Sales Transaction' : stored ? 'Edit Sales Transaction' : 'Create Sales Transaction'
  return (
    <fieldset
      className={isOver ? 'till closed' : 'till'}
      aria-label={title}
      onKeyDownCapture={open === 'refund' || open === 'exchange' ? undefined : onStray}
    >
      <title>{title}</title>
      <section className="pick" aria-label="For sale">
        <ItemPicker
          field={fields.scanField}
          scanner={fields.scanner}
          locationID={draft.locationID}
          chosen={chosen}
          isOver={isOver}
          closed={isOver && opened.closed}
          folded={opened.forMoney}
          whenSettled={state.whenSettled}
          onPick={actions.pick}
        />
      </section>
      <section className="desk" aria-label="On the tray">
        <DeskHead
          title={title}
          state={state}
          onPark={onPark}
          onParked={handlers.openParked}
          onDrawer={handlers.openDrawer}
          onClose={onClose}
        />
        <SaleDesk
          state={state}
          changes={beginning?.changes ?? noChanges}
          type={type}
          paymentTypes={paymentTypes}
          shortage={shortage}
          newest={newest}
          today={now}
          moneyDue={moneyDue}
          fields={fields}
          onAddItem={handlers.openItems}
          onOrder={handlers.order}
          onTakeDue={actions.takeDue}
        />
      </section>
      <SaleRail
        sale={sale}
        state={state}
        paymentTypes={paymentTypes}
        note={stored?.priceLapse ? waitsForPrice : type?.beyondStock ? describeMissing(shortage.missingNames) : null}
        today={now}
        moneyDue={moneyDue}
        credit={credit}
        fields={fields}
        actions={actions}
        onCancel={handlers.cancel}
        onRefund={handlers.openRefund}
        onExchange={handlers.openExchange}
        onTradeIn={handlers.openTradeIns}
        onDrawer={handlers.openDrawer}
        onNew={handlers.next}
        onClose={handlers.close}
      />

      <TillDialogs
        open={open}
        state={state}
        activeKey={stored ? '' : state.key}
        paymentTypes={paymentTypes}
        actions={actions}
        onPark={onPark}
        onClose={() => show(null)}
      />
    </fieldset>
  )
}

/** Remembers how the till was opened, and gives it the width of the window. */
function useOpened(sale: TillProps['sale']) {
  useWideScreen()
  // A sale with a deposit is opened for its next payment.
  const [forMoney] = useState(sale?.status === 'Processing')
  // After the completion at the counter, the items stay for the next sale.
  const [closed] = useState(sale !== null && isClosed(sale))
  return { forMoney, closed }
}

/** Says why a sale whose kept price is over cannot be completed yet. */
const waitsForPrice = 'A manager decides about the price before the rest is paid.'

/** Says why a sale beyond the stock cannot be completed yet; null if every piece is here. */
const describeMissing = (missingNames: string) =>
  missingNames === '' ? null : `To come before it can be completed: ${missingNames}. Save it until then.`

/** Returns the functions of the till's buttons. Each has a stable identity. */
function useTillHandlers({
  show,
  orderMissing,
  isStored,
  onNew,
  onClose,
}: Pick<ReturnType<typeof useTill>, 'show' | 'orderMissing'> &
  Pick<TillProps, 'onNew' | 'onClose'> & { isStored: boolean }) {
  return {
    openItems: useStable(() => show('item')),
    openParked: useStable(() => show('parked')),
    openRefund: useStable(() => show('refund')),
    openExchange: useStable(() => show('exchange')),
    openTradeIns: useStable(() => show('tradeIn')),
    openDrawer: useStable(() => show('drawer')),
    order: useStable(() => void orderMissing()),
    cancel: useStable(() => (isStored ? show('cancel') : onClose())),
    close: useStable(onClose),
    next: useStable(() => onNew(null)),
  }
}
