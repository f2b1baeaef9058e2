import './till.css'
import { useState } from 'react'

import { today } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useStable } from '../../../ui/useStable.ts'
import { TillDialogs } from './dialogs/TillDialogs.tsx'
import { SaleEnd } from './finish/SaleEnd.tsx'
import { ItemPicker } from './picker/ItemPicker.tsx'
import { PickHead } from './picker/PickHead.tsx'
import { useTillTools } from './picker/useTillTools.tsx'
import { Ticket } from './sale/Ticket.tsx'
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
    shortage,
    actions,
    orderMissing,
    onStray,
    chosen,
  } = useTill(props, now)
  const { stored, draft } = state
  // After the completion at the counter, the items stay for the next sale.
  const [openedClosed] = useState(sale !== null && isClosed(sale))
  const openItems = useStable(() => show('item'))
  const openParked = useStable(() => show('parked'))
  const openRefund = useStable(() => show('refund'))
  const cancel = useStable(() => (stored ? show('cancel') : onClose()))
  const close = useStable(onClose)
  const next = useStable(() => onNew(null))

  const activeKey = stored ? '' : state.key
  const { canPark, park } = actions
  const tools = useTillTools({ activeKey, canPark, onPark: park, onParked: openParked })
  const title = isOver ? 'Sales Transaction' : stored ? 'Edit Sales Transaction' : 'Create Sales Transaction'
  const isWaitingForStock = (type?.beyondStock ?? false) && shortage.missing.length > 0
  const note = `To come before it can be completed: ${shortage.missingNames}. Save it until then.`
  return (
    <fieldset
      className={isOver ? 'till closed' : 'till'}
      aria-label={title}
      onKeyDownCapture={open === 'refund' ? undefined : onStray}
    >
      <title>{title}</title>
      <section className="pick" aria-label="For sale">
        <PickHead
          title={title}
          canOrder={!isOver}
          missingNames={shortage.missingNames}
          onOrder={() => void orderMissing()}
          onClose={onClose}
        />
        <ItemPicker
          field={fields.scanField}
          scanner={fields.scanner}
          locationID={draft.locationID}
          chosen={chosen}
          hideGoods={isOver && openedClosed}
          whenSettled={state.whenSettled}
          onPick={actions.pick}
        >
          {tools}
        </ItemPicker>
      </section>

      <div className="right">
        <Ticket
          sale={sale}
          state={state}
          changes={beginning?.changes ?? noChanges}
          type={type}
          paymentTypes={paymentTypes}
          short={shortage.short}
          today={now}
          moneyDue={moneyDue}
          fields={fields}
          onBuyer={actions.setBuyer}
          onAddItem={openItems}
          onAddPayment={actions.addPayment}
          onCash={actions.addCash}
          onTakeDue={actions.takeDue}
        />
        <SaleEnd
          state={state}
          note={isWaitingForStock ? note : null}
          today={now}
          moneyDue={moneyDue}
          onAddPayment={actions.addPayment}
          onCancel={cancel}
          onRefund={openRefund}
          onNew={next}
          onClose={close}
        />
      </div>

      <TillDialogs
        open={open}
        state={state}
        activeKey={activeKey}
        paymentTypes={paymentTypes}
        onPick={actions.pick}
        onPark={canPark ? park : null}
        onResume={actions.resume}
        onClose={() => show(null)}
      />
    </fieldset>
  )
}
