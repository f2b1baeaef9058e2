import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { SaleCreation, SaleRow } from '../../../../../contract/sales/sales.ts'
import { z } from '../../../../../contract/shared/zod.ts'
import { ApiError } from '../../../../lib/api.ts'
import { collectChanges, refetchOwnChanges } from '../../../../lib/changes.ts'
import { formatPeso, today } from '../../../../lib/format.ts'
import { createIdempotencyKey } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { toasts } from '../../../../ui/toasts.ts'
import { useStable } from '../../../../ui/useStable.ts'
import { findNoCash, type NoCash } from '../drawer/DrawerRefusal.tsx'
import { type TillDrawer, useTillDrawer } from '../drawer/useTillDrawer.ts'
import type { Draft } from './draft.ts'
import { deleteLocalSale, storeLocalSale } from './localSales.ts'
import { bodyOf, paymentsOf } from './saleBody.ts'
import { continueSale, createSale, isUnanswered } from './saleCalls.ts'
import { describeSaved } from './saleWords.ts'
import type { Beginning } from './useDraft.ts'

/** Why the server refused a sale: a message ('' if none), and messages by field. */
export type Refusal = {
  message: string
  isStale: boolean
  /** Set when the drawer took no cash. */
  noCash: NoCash | null
  fields: ReadonlyMap<string, string>
}

export const noRefusal: Refusal = { message: '', isStale: false, noCash: null, fields: new Map() }
const unanswered: Refusal = {
  ...noRefusal,
  message: 'The server has not answered. Try again: however often it is sent, it is done once.',
}

/**
 * Returns the request that makes the sale of a draft. Its client key makes it once for good; drafts of version 1.0.0 have
 * another kind of key.
 */
const newSaleOf = (
  draft: Draft,
  key: string,
  drawerSessionID: number | undefined,
  completing: boolean,
): SaleCreation => ({
  ...bodyOf(draft),
  payments: paymentsOf(draft),
  complete: completing,
  clientKey: z.uuid().safeParse(key).data,
  ...(drawerSessionID !== undefined && { drawerSessionID }),
})

/** Whether a second sending could make the sale twice: it has no client key, and its answer was kept for a day. */
const isKeyExpired = ({ body, at }: NonNullable<Beginning['sent']>) =>
  body.clientKey === undefined && Date.now() - Date.parse(at) > 24 * 3_600_000

function refusalOf(error: unknown, drawer: TillDrawer | null): Refusal {
  const refusal = error instanceof ApiError ? error : null
  return {
    message: refusal?.message ?? 'An unknown error occurred',
    isStale: refusal?.code === 'record.stale',
    noCash: findNoCash(refusal?.code ?? null, drawer),
    fields: new Map(refusal?.errors.map(({ field, message }) => [field, message])),
  }
}

/**
 * Whether a sale keeps its request although it was refused: it was sent before without an answer, so its cash is taken, and
 * the request names the session of the drawer that took it. Any other refused sale can be edited again, because nothing of
 * it was stored.
 */
const waitsForDrawer = (refusal: Refusal, sent: Beginning['sent']) => refusal.noCash !== null && sent !== null

const aboutRefusal = collectChanges([
  ['sale', null],
  ['item', null],
  ['inventory', null],
])

/** Returns the first reason not to send the sale, or null. */
function findObstacle(
  problems: readonly { field: string; message: string }[],
  sent: Beginning['sent'],
): Refusal | null {
  const [first] = problems
  if (first) return { ...noRefusal, message: first.message, fields: new Map([[first.field, first.message]]) }
  if (!sent || !isKeyExpired(sent)) return null
  const message = 'This sale was sent more than a day ago. Look for it in the list, then discard it here.'
  return { ...noRefusal, message }
}

/** Sends the sale at the till and tracks the request until its response arrives. */
export function useSending({
  key,
  firstSent,
  stored,
  draft,
  isOver,
  problems,
  balance,
  onAccept,
  onPlace,
  onSent,
}: {
  key: string
  /** A request that had no response before the page was reloaded; null if there is none. */
  firstSent: Beginning['sent']
  stored: SaleRow | null
  draft: Draft
  isOver: boolean
  problems: readonly { field: string; message: string }[]
  /** The outstanding amount, in pesos. */
  balance: number
  /** Called when the server has stored the sale. `left` holds the payments that are not sent yet. */
  onAccept: (answer: SaleRow, left?: Draft['payments']) => SaleRow
  onPlace: (place: Pick<SaleRow, 'locationID' | 'transactionTypeID'>) => void
  /** Called when the request has ended, with or without a response. */
  onSent: () => void
}) {
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const [sent, setSent] = useState(firstSent)
  const [waiting, setWaiting] = useState<'save' | 'complete' | null>(sent && (sent.body.complete ? 'complete' : 'save'))
  const [refusal, setRefusal] = useState(sent === null ? noRefusal : unanswered)
  const [pending, setPending] = useState(false)
  const drawer = useTillDrawer(draft.locationID)
  const paymentKey = useRef(createIdempotencyKey())
  const sending = useRef(Promise.resolve())

  /** A new sale is sent in one request, so that the server stores all of it or nothing. */
  async function sendNew(completing: boolean) {
    const body = sent?.body ?? newSaleOf(draft, key, drawer?.session?.drawerSessionID, completing)
    const at = sent?.at ?? new Date().toISOString()
    // The request is stored before it is sent, so that a crash or a power failure leaves a record of it.
    await storeLocalSale({ key, at, draft, sent: body })
    setSent({ body, at })
    const answer = await createSale(client, body, key)
    deleteLocalSale(key)
    return onAccept(answer)
  }

  const sendChanges = (stored: SaleRow, completing: boolean) =>
    continueSale(client, stored, draft, { completing, isUnsure: waiting !== null, paymentKey, done: onAccept })

  function endWaiting() {
    setWaiting(null)
    setSent(null)
  }

  async function send(completing: boolean) {
    const due = completing && balance > 0 ? [{ field: '', message: `Balance due: ${formatPeso(balance)}` }] : []
    const obstacle = findObstacle(waiting ? [] : [...problems, ...due], sent)
    if (obstacle) {
      setRefusal(obstacle)
      return
    }
    const taken = paymentsOf(draft).length
    setPending(true)
    setRefusal(noRefusal)
    try {
      const answer = stored ? await sendChanges(stored, completing) : await sendNew(completing)
      endWaiting()
      if (!completing) toasts.success(describeSaved(answer, { taken, isNew: stored === null, today: today(timeZone) }))
      onPlace({ locationID: answer.locationID, transactionTypeID: answer.transactionTypeID })
    } catch (error) {
      // A refused sale is often one that the page knows too little about: its own record, or the stock of its items.
      void refetchOwnChanges(client, aboutRefusal)
      if (isUnanswered(error)) {
        setWaiting(completing ? 'complete' : 'save')
        setRefusal(unanswered)
      } else {
        const refusal = refusalOf(error, drawer)
        if (!waitsForDrawer(refusal, sent)) endWaiting()
        setRefusal(refusal)
      }
    } finally {
      setPending(false)
      onSent()
    }
  }

  const submit = useStable((completing: boolean) => {
    if (!pending && !isOver) sending.current = send(completing)
  })
  const retry = useStable(() => submit(waiting === 'complete'))
  useOpenedDrawer(drawer, () => waitsForDrawer(refusal, sent) && retry())
  /**
   * Resolves when no request is pending. A code that is scanned while a request is pending belongs to the next sale.
   */
  const whenSettled = useStable(() => sending.current)
  return { sent, isWaiting: waiting !== null, refusal, setRefusal, pending, submit, retry, whenSettled }
}

/** Calls `send` when the drawer is opened, so that a sale that waits for it is sent again at once. */
function useOpenedDrawer(drawer: TillDrawer | null, send: () => unknown) {
  const openID = drawer?.status === 'Open' ? drawer.session?.drawerSessionID : undefined
  const sendAgain = useStable(send)
  useEffect(() => {
    if (openID !== undefined) sendAgain()
  }, [openID, sendAgain])
}
