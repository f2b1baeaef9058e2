import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'

import type { SaleCreation, SaleRow } from '../../../../../contract/sales/sales.ts'
import { sales } from '../../../../../contract/sales/sales.ts'
import { ApiError, call } from '../../../../lib/api.ts'
import { peso } from '../../../../lib/format.ts'
import { newKey } from '../../../../lib/query.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { toasts } from '../../../../ui/toasts.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { useSteady } from '../../../../ui/useSteady.ts'
import { dropSale, keepNow, keepSale, keepSoon } from './keptSales.ts'
import { continueSale, isUnanswered, makeSale } from './saleCalls.ts'
import { useTillPlace } from './tillPlace.ts'
import {
  bodyOf,
  type Draft,
  draftOf,
  emptyDraft,
  isBegun,
  isChanged,
  paymentsOf,
  problemsOf,
  type SoldItem,
  summaryOf,
  withItem,
} from './tillState.ts'

const nothingWrong = { message: '', isStale: false, fields: new Map<string, string>() as ReadonlyMap<string, string> }
const unanswered = {
  ...nothingWrong,
  message: 'The server has not answered. Try again: however often it is sent, it is done once.',
}
/** Whether the server may have forgotten a sale that was sent at that moment: it knows it for a day. */
const isForgotten = (at: string) => Date.now() - Date.parse(at) > 24 * 3_600_000

const begunAt = (draft: Draft, locationID: number | null, transactionTypeID: number | null): Draft => ({
  ...draft,
  locationID: draft.locationID ?? locationID,
  transactionTypeID: draft.transactionTypeID ?? transactionTypeID,
})

/** What a new sale begins with: what this browser kept of it, or the item with which it was begun. */
export type Beginning = {
  /** The Idempotency-Key with which it will be made. */
  key: string
  draft: Draft | null
  /** What was sent and had no answer. */
  sent: { body: SaleCreation; at: string } | null
  firstItem: SoldItem | null
  /** What has changed since it was kept, in sentences. */
  told: readonly string[]
}

/**
 * The sale at the till: as it is typed, kept in the browser, sent and answered. What has not changed is the same object
 * as before, so that the till need not draw it anew.
 */
export function useSale({
  sale,
  beginning,
  firstKind,
  onSent,
}: {
  /** The stored sale; null for a new one. */
  sale: SaleRow | null
  /** What a new one begins with. */
  beginning: Beginning | null
  /** The transaction type of a new sale; null until the types are there. */
  firstKind: number | null
  /** It was sent and answered, or was not: the scanner may go on. */
  onSent: () => void
}) {
  const client = useQueryClient()
  const [place, rememberPlace] = useTillPlace()
  const key = beginning?.key ?? ''
  const [stored, setStored] = useState(sale)
  const [typed, setTyped] = useState<Draft>(() => {
    if (sale) return draftOf(sale)
    if (beginning?.draft) return beginning.draft
    const empty = emptyDraft({ ...place, orderDate: null })
    return beginning?.firstItem ? withItem(empty, beginning.firstItem) : empty
  })
  const [sent, setSent] = useState(beginning?.sent ?? null)
  const [waiting, setWaiting] = useState<'save' | 'complete' | null>(sent && (sent.body.complete ? 'complete' : 'save'))
  const [wrong, setWrong] = useState(sent === null ? nothingWrong : unanswered)
  const [pending, setPending] = useState(false)
  const paymentKey = useRef(newKey())
  const sending = useRef(Promise.resolve())

  // What a new sale starts from arrives with the settings and the lists.
  const home = useSettings()?.defaultLocationID ?? null
  const draft = useMemo(() => begunAt(typed, home, firstKind), [typed, home, firstKind])
  const over = stored !== null && stored.status !== 'Pending' && stored.status !== 'Processing'
  const stage = over ? 'over' : waiting ? 'unanswered' : 'open'
  const readOnly = stage !== 'open'
  const reckoned = summaryOf(draft, stored)
  const summary = useSteady(stored?.status === 'Canceled' ? { ...reckoned, balance: 0 } : reckoned)
  const problems = useSteady(useMemo(() => problemsOf(draft), [draft]))
  const errors = useMemo(
    () => new Map([...problems.map(({ field, message }) => [field, message] as const), ...wrong.fields]),
    [problems, wrong],
  )
  const begun = isBegun(draft)
  const unsaved = !over && (stored ? isChanged(draft, stored) || paymentsOf(draft).length > 0 || !!waiting : begun)

  const change = useStable((next: (draft: Draft) => Draft) => {
    if (pending || readOnly) return
    setTyped((typed) => next(begunAt(typed, home, firstKind)))
    setWrong(nothingWrong)
  })

  // A reload finds the sale as it was typed.
  useEffect(() => {
    if (stored === null) keepSoon({ key, at: sent?.at ?? new Date().toISOString(), draft, sent: sent?.body ?? null })
  }, [stored, key, draft, sent])
  useEffect(() => keepNow, [])

  function accept(answer: SaleRow, payments: Draft['payments'] = []) {
    setStored(answer)
    setTyped({ ...draftOf(answer), payments })
    return answer
  }

  /** A counter sale is one call: it is there as a whole, or not at all. */
  async function sendNew(completing: boolean) {
    const body = sent?.body ?? { ...bodyOf(draft), payments: paymentsOf(draft), complete: completing }
    const at = sent?.at ?? new Date().toISOString()
    // Kept before it is sent: whatever happens to this window, it is known that it was.
    keepSale({ key, at, draft, sent: body })
    setSent({ body, at })
    const answer = await makeSale(body, key)
    dropSale(key)
    return accept(answer)
  }

  const sendChanges = (stored: SaleRow, completing: boolean) =>
    continueSale(stored, draft, { completing, unsure: waiting !== null, paymentKey, done: accept })

  function failed(error: unknown, completing: boolean) {
    if (isUnanswered(error)) {
      setWaiting(completing ? 'complete' : 'save')
      setWrong(unanswered)
      return
    }
    // Refused: nothing has happened, and it can be mended.
    setWaiting(null)
    setSent(null)
    const refusal = error instanceof ApiError ? error : null
    setWrong({
      message: refusal?.message ?? 'An unknown error occurred',
      isStale: refusal?.code === 'record.stale',
      fields: new Map(refusal?.errors.map(({ field, message }) => [field, message])),
    })
  }

  async function send(completing: boolean) {
    const due =
      completing && summary.balance > 0 ? [{ field: '', message: `Balance due: ${peso(summary.balance)}` }] : []
    const [first] = waiting ? [] : [...problems, ...due]
    if (first) {
      setWrong({ message: first.message, isStale: false, fields: new Map([[first.field, first.message]]) })
      return
    }
    if (sent && isForgotten(sent.at)) {
      const message = 'This sale was sent more than a day ago. Look for it in the list, then discard it here.'
      setWrong({ ...nothingWrong, message })
      return
    }
    setPending(true)
    setWrong(nothingWrong)
    try {
      const answer = stored ? await sendChanges(stored, completing) : await sendNew(completing)
      setWaiting(null)
      setSent(null)
      if (!completing) toasts.success(`Sale ${answer.transactionNumber} is saved`)
      rememberPlace({ locationID: answer.locationID, transactionTypeID: answer.transactionTypeID })
    } catch (error) {
      failed(error, completing)
    } finally {
      setPending(false)
      void client.invalidateQueries()
      onSent()
    }
  }

  const submit = useStable((completing: boolean) => {
    if (!pending && !over) sending.current = send(completing)
  })

  const retry = useStable(() => submit(waiting === 'complete'))
  const reload = useStable(async () => {
    const { data } = await call(sales.get, { id: stored!.salesTransactionID })
    accept(data)
    setWrong(nothingWrong)
  })
  /** Resolves when nothing is being sent: what is scanned meanwhile belongs to the next sale. */
  const settled = useStable(() => sending.current)

  return {
    /** The Idempotency-Key of a new one, by which this browser keeps it. */
    key,
    stored,
    draft,
    /** Being typed, sent without an answer, or over. */
    stage,
    readOnly,
    pending,
    /** Why it was refused: a sentence ('' where it was not), and by field. */
    wrong,
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
