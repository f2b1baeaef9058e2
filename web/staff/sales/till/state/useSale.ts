import { useEffect, useMemo, useState } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { sales } from '../../../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { call } from '../../../../lib/api.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { useStructuralMemo } from '../../../../ui/useStructuralMemo.ts'
import { type Draft, isBegun } from './draft.ts'
import { draftOf } from './draftBeginnings.ts'
import { flushLocalSale, scheduleLocalSave } from './localSales.ts'
import { isChanged, paymentsOf, listProblems } from './saleBody.ts'
import { computeSummary, findMisfitPayment } from './saleFigures.ts'
import { type Beginning, useDraft } from './useDraft.ts'
import { noRefusal, useSending } from './useSending.ts'

/** Whether nothing of the sale can be changed any more. */
export const isClosed = ({ status }: Pick<SaleRow, 'status'>) => status !== 'Pending' && status !== 'Processing'

const nothingHandedBack = { change: 0, cash: 0 }

export type TillSale = ReturnType<typeof useSale>

/**
 * Manages the sale at the till: its draft, the storage of the draft in this browser, and the requests to the server.
 * Unchanged values keep their identity, so that memoized components are not rendered again.
 */
export function useSale({
  sale,
  beginning,
  firstTypeID,
  paymentTypes,
  onSent,
}: {
  /** The stored sale; null for a new one. */
  sale: SaleRow | null
  /** The initial content of a new sale. */
  beginning: Beginning | null
  /** The transaction type of a new sale; null while the types load. */
  firstTypeID: number | null
  /** All payment types; empty while they load. */
  paymentTypes: readonly PaymentTypeRow[]
  /** Called when a request has ended, with or without a response. */
  onSent: () => void
}) {
  const key = beginning?.key ?? ''
  const [stored, setStored] = useState(sale)
  const { draft, setDraft, editDraft, rememberPlace } = useDraft(sale, beginning, firstTypeID)
  const { summary, problems } = useFigures(draft, stored, paymentTypes)
  /** The change of the payments that this till sent last, in pesos, and the cash from which it is given. */
  const [handedBack, setHandedBack] = useState(nothingHandedBack)
  const isOver = stored !== null && isClosed(stored)

  function accept(answer: SaleRow, payments: Draft['payments'] = []) {
    const change = fromCentavos(toCentavos(answer.change) - toCentavos(stored?.change ?? 0))
    if (change > 0) setHandedBack({ change, cash: summary.cash })
    setStored(answer)
    setDraft({ ...draftOf(answer), payments })
    return answer
  }
  const { sent, isWaiting, refusal, setRefusal, pending, submit, retry, whenSettled } = useSending({
    key,
    firstSent: beginning?.sent ?? null,
    stored,
    draft,
    isOver,
    problems,
    balance: summary.balance,
    onAccept: accept,
    onPlace: rememberPlace,
    onSent,
  })

  const stage = isOver ? 'over' : isWaiting ? 'unanswered' : 'open'
  const readOnly = stage !== 'open'
  const errors = useMemo(
    () => new Map([...problems.map(({ field, message }) => [field, message] as const), ...refusal.fields]),
    [problems, refusal],
  )
  const isDraftBegun = isBegun(draft)
  const unsaved =
    !isOver && (stored ? isChanged(draft, stored) || paymentsOf(draft).length > 0 || isWaiting : isDraftBegun)

  const change = useStable((next: (draft: Draft) => Draft) => {
    if (pending || readOnly) return
    editDraft(next)
    setHandedBack(nothingHandedBack)
    setRefusal(noRefusal)
  })

  useLocalCopy(key, stored === null, draft, sent)

  const reload = useStable(async () => {
    const { data } = await call(sales.get, { id: stored!.salesTransactionID })
    accept(data)
    setRefusal(noRefusal)
  })

  return {
    /** The key of the draft of a new sale. It is also the sale's Idempotency-Key. */
    key,
    stored,
    draft,
    /** `unanswered`: a request was sent without a response. `over`: the sale is closed. */
    stage,
    readOnly,
    pending,
    refusal,
    /** The errors that prevent sending. */
    problems,
    /** The error messages, by the contract's field path. */
    errors,
    summary,
    handedBack,
    isBegun: isDraftBegun,
    unsaved,
    change,
    accept,
    submit,
    refuse: useStable((message: string) => setRefusal({ ...noRefusal, message })),
    retry,
    reload,
    whenSettled,
  } as const
}

/** Keeps the draft of a new sale in the browser, so that it survives a reload. */
function useLocalCopy(key: string, isNew: boolean, draft: Draft, sent: Beginning['sent']) {
  useEffect(() => {
    if (isNew) scheduleLocalSave({ key, at: sent?.at ?? new Date().toISOString(), draft, sent: sent?.body ?? null })
  }, [isNew, key, draft, sent])
  useEffect(() => flushLocalSale, [])
}

/** Returns the totals of a draft and the errors that prevent sending it. */
function useFigures(draft: Draft, stored: SaleRow | null, types: readonly PaymentTypeRow[]) {
  const figures = computeSummary(draft, stored, types)
  const summary = useStructuralMemo(stored?.status === 'Canceled' ? { ...figures, balance: 0 } : figures)
  const problems = useStructuralMemo(
    useMemo(() => {
      const misfit = findMisfitPayment(draft, stored, types)
      return [...listProblems(draft), ...(misfit ? [misfit] : [])]
    }, [draft, stored, types]),
  )
  return { summary, problems }
}
