import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'

import type { PurchaseOrderDraft } from '../../../../contract/purchasing/purchase-orders.ts'
import { computeNetPaid } from '../../../../contract/sales/payments.ts'
import type { SaleRow } from '../../../../contract/sales/sales.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { useShortcutOverview } from '../../../ui/shortcuts.ts'
import { useStable } from '../../../ui/useStable.ts'
import { useStructuralMemo } from '../../../ui/useStructuralMemo.ts'
import { composeDisplayedSale } from '../display/displayedSale.ts'
import { useDisplayedSale } from '../display/useDisplayedSale.ts'
import type { TillDialog } from './dialogs/TillDialogs.tsx'
import type { NewestItem } from './sale/SaleLines.tsx'
import type { SoldItem } from './state/draft.ts'
import { computeMoneyDue } from './state/saleFigures.ts'
import { useCartReport } from './state/useCartReport.ts'
import type { Beginning } from './state/useDraft.ts'
import { useSale } from './state/useSale.ts'
import { useSaleLeaveGuard } from './state/useSaleLeaveGuard.ts'
import { useShortage } from './state/useShortage.ts'
import { useTillActions } from './state/useTillActions.ts'
import { useTillCredit } from './state/useTillCredit.ts'
import { useTillFields } from './state/useTillFields.ts'
import { useTillKeys } from './state/useTillKeys.ts'
import { useTillPick } from './state/useTillPick.ts'
import { useTillScan } from './state/useTillScan.ts'
import { useTillTypes } from './state/useTillTypes.ts'

export type TillProps = {
  /** The stored sale to show; null for a new one. */
  sale: SaleRow | null
  /** The initial content of a new sale. */
  beginning: Beginning | null
  /** Called when the server has stored a new sale. */
  onStored: (salesTransactionID: number) => void
  onNew: (firstItem: SoldItem | null) => void
  onClose: () => void
}

/** Combines the till's state: the sale, its dialogs, the scanner and the shortcut keys. */
export function useTill({ sale, beginning, onStored, onNew }: TillProps, today: string) {
  const [open, show] = useState<TillDialog | null>(null)
  const dialogOpen = useDialogOpen()
  const isCovered = open !== null || dialogOpen
  const fields = useTillFields(isCovered)
  const { transactionTypes, paymentTypes, cashType, creditType } = useTillTypes()
  const firstTypeID = transactionTypes?.[0]?.transactionTypeID ?? null
  const managed = useSale({ sale, beginning, firstTypeID, paymentTypes, onSent: fields.focusScanner })
  /** Submits the sale, unless a code holds Complete back. */
  const submit = useStable((completing: boolean) => {
    const problem = completing ? fields.scanner.current?.takeProblem() : null
    if (problem) managed.refuse(problem)
    else managed.submit(completing)
  })
  const state = { ...managed, submit }
  const { stored, draft } = state
  const isOver = state.stage === 'over'
  const type = transactionTypes?.find(({ transactionTypeID }) => transactionTypeID === draft.transactionTypeID)
  const moneyDue = useStructuralMemo(computeMoneyDue(draft, stored, state.summary, paymentTypes, today))
  const shortage = useShortage(draft, stored, isOver)

  useCartReport(shortage.karatsByRate.length > 0)

  const allowLeaving = useSaleLeaveGuard(state)
  // This effect must run after the leave guard's effect. The guard would block this navigation if it did not know yet
  // that the sale is saved.
  const id = stored?.salesTransactionID
  useEffect(() => {
    if (id !== undefined && sale === null) onStored(id)
    // Runs only when the sale gets its number.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])

  const [newest, setNewest] = useState<NewestItem | null>(null)
  const onPicked: typeof shortage.cacheItem = (item) => {
    setNewest((newest) => ({ itemID: item.itemID, count: (newest?.count ?? 0) + 1 }))
    show((open) => (open === 'item' || open === 'piece' ? null : open))
    shortage.cacheItem(item)
  }
  const credit = useTillCredit(draft, creditType, isOver, stored ? computeNetPaid(stored) : 0)
  const actions = useTillActions({ state, fields, moneyDue, cashType, creditType, credit, onNew })
  const picking = useTillPick({
    state,
    focusScanner: fields.focusScanner,
    beyondStock: type?.beyondStock ?? false,
    onPicked,
    onChoosePiece: () => show('piece'),
    onNew,
  })
  const orderMissing = useMissingItemsOrder(shortage.missing, draft.locationID, () => {
    if (stored === null) allowLeaving()
  })

  const keyActions = {
    onNext: () => onNew(null),
    onAddPayment: actions.addPayment,
    onFinish: () => submit(moneyDue.part === 0),
    onExactCash: () => actions.addCash(),
    onCredit: actions.addCredit,
    onTradeIn: () => show('tradeIn'),
    onPark: actions.park,
    onParked: () => show('parked'),
  }
  useTillKeys(fields.scanField, state, keyActions, !isCovered)
  const isOverviewOpen = useShortcutOverview()
  const onStray = useTillScan(fields, isOverviewOpen || dialogOpen || (open !== null && open !== 'item'))

  useDisplayedSale(composeDisplayedSale({ ...state, newestItemID: newest?.itemID ?? null, types: paymentTypes }))

  const itemIDs = useStructuralMemo(draft.lines.map(({ itemID }) => itemID))
  const chosen = useMemo(() => new Set(itemIDs), [itemIDs])
  return {
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
    actions: { ...actions, ...picking },
    orderMissing,
    onStray,
    chosen,
  }
}

/** Returns a function that opens a purchase order for the missing items. */
function useMissingItemsOrder(
  missing: NonNullable<PurchaseOrderDraft['items']>,
  locationID: number | null,
  onLeave: () => void,
) {
  const navigate = useNavigate()
  return () => {
    if (missing.length === 0) return undefined
    onLeave()
    const order: PurchaseOrderDraft = { locationID: locationID ?? undefined, items: missing }
    return navigate(screens.purchaseOrders, { state: { create: order } })
  }
}
