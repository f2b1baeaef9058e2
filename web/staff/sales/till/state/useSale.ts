import { useEffect, useMemo, useState } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { sales } from '../../../../../contract/sales/sales.ts'
import { call } from '../../../../lib/api.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { useStructuralMemo } from '../../../../ui/useStructuralMemo.ts'
import { type Draft, isBegun } from './draft.ts'
import { draftOf } from './draftBeginnings.ts'
import { keepNow, keepSoon } from './keptSales.ts'
import { isChanged, paymentsOf, problemsOf } from './saleBody.ts'
import { summaryOf } from './saleFigures.ts'
import { type Beginning, useDraft } from './useDraft.ts'
import { noRefusal, useSending } from './useSending.ts'

/** The sale at the till, as the screen shows it. */
export type TillSale = ReturnType<typeof useSale>

/**
 * The sale at the till: as it is typed, kept in the browser, sent and answered. Each part keeps its identity while it
 * is unchanged, so that the till need not draw it anew.
 */
export function useSale({
  sale,
  beginning,
  firstTypeID,
  onSent,
}: {
  /** The stored sale; null for a new one. */
  sale: SaleRow | null
  /** What a new one begins with. */
  beginning: Beginning | null
  /** The transaction type of a new sale; null until the types are there. */
  firstTypeID: number | null
  /** It was sent, with an answer or without: the scanner may go on. */
  onSent: () => void
}) {
  const key = beginning?.key ?? ''
  const [stored, setStored] = useState(sale)
  const { draft, setDraft, editDraft, rememberPlace } = useDraft(sale, beginning, firstTypeID)
  const { summary, problems } = useFigures(draft, stored)
  const isOver = stored !== null && stored.status !== 'Pending' && stored.status !== 'Processing'

  function accept(answer: SaleRow, payments: Draft['payments'] = []) {
    setStored(answer)
    setDraft({ ...draftOf(answer), payments })
    return answer
  }
  const { sent, isWaiting, refusal, setRefusal, pending, submit, retry, settled } = useSending({
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
  const begun = isBegun(draft)
  const unsaved = !isOver && (stored ? isChanged(draft, stored) || paymentsOf(draft).length > 0 || isWaiting : begun)

  const change = useStable((next: (draft: Draft) => Draft) => {
    if (pending || readOnly) return
    editDraft(next)
    setRefusal(noRefusal)
  })

  // A reload finds the sale as it was typed.
  useEffect(() => {
    if (stored === null) keepSoon({ key, at: sent?.at ?? new Date().toISOString(), draft, sent: sent?.body ?? null })
  }, [stored, key, draft, sent])
  useEffect(() => keepNow, [])

  const reload = useStable(async () => {
    const { data } = await call(sales.get, { id: stored!.salesTransactionID })
    accept(data)
    setRefusal(noRefusal)
  })

  return {
    /** The Idempotency-Key of a new one, by which this browser keeps it. */
    key,
    stored,
    draft,
    /** Being typed, sent without an answer, or over. */
    stage,
    readOnly,
    pending,
    refusal,
    /** What still keeps it from being sent. */
    problems,
    /** What is wrong, by the field as the contract names it. */
    errors,
    summary,
    begun,
    unsaved,
    change,
    accept,
    submit,
    retry,
    reload,
    settled,
  } as const
}

/** The totals of a draft, and the problems that keep it from being sent. */
function useFigures(draft: Draft, stored: SaleRow | null) {
  const figures = summaryOf(draft, stored)
  const summary = useStructuralMemo(stored?.status === 'Canceled' ? { ...figures, balance: 0 } : figures)
  const problems = useStructuralMemo(useMemo(() => problemsOf(draft), [draft]))
  return { summary, problems }
}
