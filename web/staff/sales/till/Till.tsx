import './till.css'
import '../papers/salePapers.css'
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'

import type { ItemRow } from '../../../../contract/catalogue/items.ts'
import type { PurchaseOrderDraft } from '../../../../contract/purchasing/purchase-orders.ts'
import { paymentTypes } from '../../../../contract/sales/payment-types.ts'
import type { SaleRow } from '../../../../contract/sales/sales.ts'
import { transactionTypes } from '../../../../contract/sales/transaction-types.ts'
import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { quantity, today } from '../../../lib/format.ts'
import { read } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogOpen, useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FieldGroup } from '../../../ui/form/FieldGroup.tsx'
import { useUnsavedGuard } from '../../../ui/form/useUnsavedGuard.ts'
import { PreviousIcon } from '../../../ui/icons.tsx'
import { scanSound } from '../../../ui/scan/scanSound.ts'
import { useScan } from '../../../ui/scan/useScan.ts'
import { useStrayScan } from '../../../ui/scan/useStrayScan.ts'
import { showShortcuts, useShortcutOverview } from '../../../ui/shortcuts.ts'
import { toasts } from '../../../ui/toasts.ts'
import { useStable } from '../../../ui/useStable.ts'
import { useSteady } from '../../../ui/useSteady.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { CancelSale } from './CancelSale.tsx'
import { ItemPicker, type Scanner } from './ItemPicker.tsx'
import { ParkedButton, ParkedSales } from './ParkedSales.tsx'
import { RefundSale } from './RefundSale.tsx'
import { SaleChange } from './SaleChange.tsx'
import { SaleCustomer } from './SaleCustomer.tsx'
import { SaleFinish } from './SaleFinish.tsx'
import { SaleHead } from './SaleHead.tsx'
import { SaleLines } from './SaleLines.tsx'
import { SalePayments } from './SalePayments.tsx'
import { SaleRefunds } from './SaleRefunds.tsx'
import { SaleSchedule } from './SaleSchedule.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import { dropSale, keepNow, putHere } from './state/keptSales.ts'
import {
  type Buyer,
  type Draft,
  nameOf,
  shortagesOf,
  type SoldItem,
  toOrder,
  withItem,
  withPayment,
} from './state/tillState.ts'
import { useLineStock } from './state/useLineStock.ts'
import { type Beginning, useSale } from './state/useSale.ts'
import { useTillKeys } from './state/useTillKeys.ts'

/**
 * The form of a sale: what is for sale, the sale itself, and its figures. Made for a scanner and the keyboard
 * (`TillKeys` names the keys). A sale that is over opens read-only, and scanning begins the next.
 */
export function Till({
  sale,
  beginning,
  onStored,
  onNew,
  onClose,
}: {
  /** The stored sale to show; null for a new one. */
  sale: SaleRow | null
  /** What a new one begins with. */
  beginning: Beginning | null
  /** A new sale has its number now. */
  onStored: (salesTransactionID: number) => void
  onNew: (firstItem: SoldItem | null) => void
  onClose: () => void
}) {
  const dialogs = useDialogs()
  const dialogOpen = useDialogOpen()
  const navigate = useNavigate()
  const now = today(useTimeZone())
  const [open, setOpen] = useState<'item' | 'cancel' | 'refund' | 'parked' | null>(null)
  const scanField = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const scanner = useRef<Scanner>(null)
  /** Back to the scanner; not under a dialog, nor on a touch screen, where that would open the keyboard. */
  const toScanner = useStable(() => {
    if (open === null && !dialogOpen && !matchMedia('(pointer: coarse)').matches) scanField.current?.focus()
  })
  useEffect(toScanner, [toScanner])

  const kinds = useQuery(read(transactionTypes.list, { query: { sort: 'transactionTypeID', pageSize: 100 } }))
  const ways = useQuery(read(paymentTypes.list, { query: { sort: 'paymentTypeID', pageSize: 100 } }))
  const types = useMemo(() => ways.data?.data ?? [], [ways.data])
  const cashType = types.find(({ givesChange }) => givesChange) ?? types[0]

  const firstKind = kinds.data?.data[0]?.transactionTypeID ?? null
  const { key, stored, draft, stage, readOnly, pending, wrong, problems, errors, summary, begun, unsaved, ...state } =
    useSale({ sale, beginning, firstKind, onSent: toScanner })
  const { change, accept, submit } = state
  const over = stage === 'over'

  // What is handed over in cash, in centavos.
  const cash = [...draft.payments, ...(stored?.payments ?? [])]
    .filter(({ paymentTypeID }) => types.find((type) => type.paymentTypeID === paymentTypeID)?.givesChange)
    .reduce((sum, { amount }) => sum + Math.max(0, toCentavos(amount || 0)), 0)

  const completed = stored?.status === 'Completed'
  const handBack = useMemo(
    () => <SaleChange completed={completed} change={summary.change} cash={fromCentavos(cash)} />,
    [completed, summary.change, cash],
  )

  // Of a sale that is over nothing is short any more.
  const wanted = over ? noLines : draft.lines
  const { there, learn } = useLineStock(draft.locationID, wanted, stored)
  const short = useMemo(() => shortagesOf(wanted, there), [wanted, there])
  const kind = kinds.data?.data.find(({ transactionTypeID }) => transactionTypeID === draft.transactionTypeID)
  const beyondStock = kind?.beyondStock ?? false
  const missing = toOrder(draft.lines, short)
  const waitsFor = missing.map(({ itemID, orderQty }) => {
    const { itemName } = draft.lines.find((line) => line.itemID === itemID)!
    return `${quantity(orderQty)} × ${itemName}`
  })
  const note =
    beyondStock && missing.length > 0
      ? `To come before it can be completed: ${waitsFor.join(', ')}. Save it until then.`
      : null

  const mayLeaveNow = useUnsavedGuard(unsaved, async () => {
    if (stage === 'unanswered') {
      const leave = await dialogs.confirm({
        title: 'Leave without an answer?',
        text: 'It may have been done already: look for the sale in the list before you make it again.',
        action: 'Leave',
        cancel: 'Stay',
        danger: true,
      })
      if (leave && stored === null) putHere(null)
      return leave
    }
    const leave = await dialogs.confirm({
      title: 'Leave without saving?',
      text: 'What you have entered in this sale is not saved yet.',
      action: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
    })
    if (leave && stored === null) dropSale(key)
    return leave
  })
  // After the guard, which must know by then that nothing is unsaved.
  const id = stored?.salesTransactionID
  useEffect(() => {
    if (id !== undefined && sale === null) onStored(id)
    // Once, when the sale gets its number.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])

  const pick = useStable((item: ItemRow) => {
    if (pending || stage === 'unanswered') return 'This sale is being sent: scan again when it is answered'
    setOpen((open) => (open === 'item' ? null : open))
    learn(item)
    if (over) onNew(item)
    else change((draft) => withItem(draft, item))
    toScanner()
    return null
  })

  const addCash = useStable((amount: number = summary.balance) => {
    if (cashType && amount > 0) change((draft) => withPayment(draft, { paymentTypeID: cashType.paymentTypeID, amount }))
    toScanner()
  })
  const toPayment = useStable(() => {
    // On the screen at once: the next key is the amount's already.
    flushSync(() => {
      if (cashType && (draft.payments.length === 0 || draft.payments.at(-1)!.amount))
        change((draft) => withPayment(draft, { paymentTypeID: cashType.paymentTypeID, amount: null }))
    })
    amountField.current?.focus()
  })
  const toBuyer = useStable((buyer: Buyer) => {
    change((draft) => ({ ...draft, buyer }))
    if (buyer.kind !== 'new') toScanner()
  })

  /** What is short goes into a purchase order; a new sale stays at the till, a stored one asks if it has changed. */
  function orderMissing() {
    if (missing.length === 0) return undefined
    if (stored === null) mayLeaveNow()
    const order: PurchaseOrderDraft = { locationID: draft.locationID ?? undefined, items: missing }
    return navigate(screens.purchaseOrders, { state: { create: order } })
  }

  function park() {
    if (pending || stored || !begun) return
    keepNow()
    toasts.success(`Parked: ${nameOf(draft)}`)
    putHere(null)
    onNew(null)
  }
  function resume(parked: string) {
    setOpen(null)
    keepNow()
    putHere(parked)
    onNew(null)
  }
  const canPark = !pending && stored === null && begun

  useTillKeys(
    scanField,
    [
      {
        key: 'F2',
        what: over ? 'The next sale' : 'Scan or search',
        run: () => (over ? onNew(null) : scanField.current?.focus()),
      },
      ...(stage === 'open'
        ? [
            { key: 'F4', what: 'Add a payment', run: toPayment },
            { key: 'F8', what: 'Exact cash', run: () => addCash() },
            { key: 'F9', what: 'Complete', run: () => submit(true) },
            { key: 'Ctrl+s', what: 'Save, to hold the stock', run: () => submit(false) },
          ]
        : []),
      ...(stage === 'unanswered' ? [{ key: 'F9', what: 'Send it again', run: state.retry }] : []),
      { key: 'F7', what: 'Park this sale and begin another', run: park },
      { key: 'F6', what: 'Parked sales', run: () => setOpen('parked') },
      { key: 'F1', what: 'These keys', run: () => showShortcuts() },
    ],
    open === null && !dialogOpen,
  )
  // What is scanned while something else is asked is not for the sale, and answers nothing.
  const covered = useShortcutOverview() || dialogOpen || (open !== null && open !== 'item')
  const onScan = (code: string) => (covered ? scanSound(false) : scanner.current?.scan(code))
  useScan(onScan, 'Adds the item to the sale')
  const onStray = useStrayScan(onScan, covered ? undefined : scanField)

  const title = over ? 'Sales Transaction' : stored ? 'Edit Sales Transaction' : 'Create Sales Transaction'
  const itemIDs = useSteady(draft.lines.map(({ itemID }) => itemID))
  const chosen = useMemo(() => new Set(itemIDs), [itemIDs])
  const openItems = useStable(() => setOpen('item'))
  const openRefund = useStable(() => setOpen('refund'))
  const cancel = useStable(() => (stored ? setOpen('cancel') : onClose()))
  const close = useStable(onClose)
  const next = useStable(() => onNew(null))
  const onPark = useStable(park)
  const tools = useMemo(
    () => (
      <span className="acts">
        {canPark && (
          <button type="button" className="link" aria-keyshortcuts="F7" onClick={onPark}>
            Park <kbd>F7</kbd>
          </button>
        )}
        <ParkedButton here={stored ? '' : key} onOpen={() => setOpen('parked')} />
        <button type="button" className="link keys" aria-keyshortcuts="F1" onClick={() => showShortcuts()}>
          Keys <kbd>F1</kbd>
        </button>
      </span>
    ),
    [canPark, onPark, stored, key],
  )
  return (
    <fieldset className="till" aria-label={title} onKeyDownCapture={open === 'refund' ? undefined : onStray}>
      <title>{title}</title>
      <section className="pick" aria-label="For sale">
        <div className="pick-head">
          <button type="button" className="ib" aria-label="Back to the sales" onClick={onClose}>
            <PreviousIcon />
          </button>
          <h1>{title}</h1>
          {!over && (
            <Button
              size="sm"
              aria-disabled={missing.length === 0 || undefined}
              title={missing.length === 0 ? 'No line is short of stock' : `Order ${waitsFor.join(', ')}`}
              onClick={() => void orderMissing()}
            >
              Create Purchase Order
            </Button>
          )}
        </div>
        <ItemPicker
          field={scanField}
          scanner={scanner}
          locationID={draft.locationID}
          chosen={chosen}
          settled={state.settled}
          onPick={pick}
        >
          {tools}
        </ItemPicker>
      </section>

      <div className="right">
        <div className="tick" inert={pending}>
          {beginning && beginning.told.length > 0 && stored === null && (
            <ul className="sec changed" aria-label="Changed since it was kept">
              {beginning.told.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          <SaleHead
            stored={sale}
            locationID={draft.locationID}
            transactionTypeID={draft.transactionTypeID}
            orderDate={draft.orderDate ?? now}
            expectedDeliverDate={draft.expectedDeliverDate}
            readOnly={readOnly}
            errors={wrong.fields}
            onChange={change}
          />
          <SaleCustomer buyer={draft.buyer} readOnly={readOnly} errors={errors} onChange={toBuyer} />
          <SaleLines
            lines={draft.lines}
            readOnly={readOnly}
            short={short}
            beyondStock={beyondStock}
            errors={errors}
            onChange={change}
            onAddItem={openItems}
            onDone={toScanner}
          />
          <SaleSchedule
            schedule={draft.schedule}
            total={summary.total}
            paid={stored ? fromCentavos(toCentavos(stored.amountPaid) - toCentavos(stored.change)) : 0}
            today={now}
            layaway={kind?.code === 'layaway'}
            open={!readOnly}
            readOnly={readOnly}
            errors={errors}
            onChange={change}
          />
          <SalePayments
            taken={stored?.payments ?? noPayments}
            payments={draft.payments}
            types={types}
            balance={summary.balance}
            readOnly={readOnly}
            amountField={amountField}
            onChange={change}
            onAdd={toPayment}
            onCash={addCash}
          />
          {stored && <SaleRefunds sale={stored} />}
          <section className="sec" aria-label="Remarks">
            <FieldGroup>
              <Textarea
                label="Remarks"
                rows={2}
                maxLength={1000}
                readOnly={readOnly}
                value={draft.remarks}
                onChange={(event) => {
                  const remarks = event.currentTarget.value
                  change((draft) => ({ ...draft, remarks }))
                }}
              />
            </FieldGroup>
          </section>
        </div>

        <SaleSummary
          stored={stored}
          orderDate={draft.orderDate ?? now}
          discount={draft.discount}
          shippingFee={draft.shippingFee}
          summary={summary}
          change={handBack}
          answered={!pending && stage !== 'unanswered'}
          readOnly={readOnly}
          errors={errors}
          onChange={change}
        />
        <SaleFinish
          stored={stored}
          stage={stage}
          message={wrong.message}
          isStale={wrong.isStale}
          note={note}
          problems={problems}
          total={summary.total}
          balance={summary.balance}
          pending={pending}
          change={handBack}
          onSubmit={submit}
          onCancel={cancel}
          onRetry={state.retry}
          onReload={state.reload}
          onRefund={openRefund}
          onNew={next}
          onClose={close}
        />
      </div>

      {open === 'item' && <SelectItem onAdd={pick} onClose={() => setOpen(null)} />}
      {open === 'parked' && (
        <ParkedSales
          here={stored ? '' : key}
          onPark={canPark ? park : null}
          onResume={resume}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'refund' && stored && <RefundSale sale={stored} onDone={accept} onClose={() => setOpen(null)} />}
      {open === 'cancel' && stored && (
        <CancelSale
          sale={stored}
          types={types}
          onDone={(answer) => {
            accept(answer)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </fieldset>
  )
}

const noPayments: SaleRow['payments'] = []
const noLines: Draft['lines'] = []
