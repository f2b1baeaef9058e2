import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { nameProof, type RejectReason } from '../../../../contract/proofs/proof-rules.ts'
import { type ProofApproval, proofs, type ProofRow } from '../../../../contract/proofs/proofs.ts'
import type { ApiError } from '../../../lib/api.ts'
import { formatPeso } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { type Dialogs, useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { copyMessage } from './copyMessage.ts'
import { findApprovalBlock, findTaker, isWaiting, nameSpokenTo } from './proofWords.ts'
import {
  buildApproval,
  computeSeen,
  type DraftField,
  draftFields,
  findProblems,
  type Problems,
  type SeenDraft,
  startDraft,
} from './seenDraft.ts'

const partAction = 'Approve as a part payment'
/** The time for which a new proof takes no decision, in milliseconds: a second press never decides an unseen proof. */
const settlesAfter = 500

/** What a person types about the open proof, and the decision about it. */
export function useProofDesk(
  proof: ProofRow,
  { now, onEdit, onDecided }: { now: Date; onEdit: () => void; onDecided: (proofID: number) => void },
) {
  const { proofID } = proof
  const me = useAccount()
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const isSettled = useSettled()
  const isOpen = isWaiting(proof) && may(me, 'proofs.decide')
  const block = isOpen ? findApprovalBlock(proof, me?.userID, now) : null
  const isTaken = findTaker(proof, me?.userID, now) !== null
  const outcome: Outcome = {
    onSend: () => setRefusal(null),
    onRefused: (error) => {
      setRefusal(error)
      // Another person may have decided meanwhile.
      void client.invalidateQueries({ queryKey: readQuery(proofs.get, { id: proofID }).queryKey })
    },
    onDone: (sentence, message) => {
      toasts.success(sentence, message === undefined ? undefined : offerCopy(message))
      onDecided(proofID)
    },
  }
  const approval = useApproval(proof, refusal, outcome, onEdit)
  const rejecting = useRejection(proof, outcome)
  const isBusy = approval.isPending || rejecting.isPending
  return {
    ...approval,
    /** A refusal without a place of its own. */
    refusal: refusal && Object.keys(readRefusal(refusal)).length === 0 ? refusal.message : null,
    mayOverride: refusal?.code === 'proof.reference_used' && may(me, 'proofs.override'),
    isOpen,
    isTaken,
    block,
    isBusy,
    approve: async () => {
      if (isOpen && block === null && !isBusy && isSettled()) await approval.approve()
    },
    rejection: rejecting.rejection,
    setRejection: rejecting.setRejection,
    reject: (reason = rejecting.rejection.reason) => {
      if (isOpen && !isTaken && !isBusy && isSettled() && reason !== null) rejecting.reject(reason)
    },
  }
}

/** What follows after a decision was sent. `message` is the text for a chat about a rejection. */
type Outcome = {
  onSend: () => void
  onRefused: (error: ApiError) => void
  onDone: (sentence: string, message?: string) => void
}

/** Offers the message about a rejection for a chat, since the next proof is open already. */
const offerCopy = (message: string) => ({ label: 'Copy message', run: () => void copyMessage(message) })

/** The draft of an approval, and the questions before it. */
function useApproval(proof: ProofRow, refusal: ApiError | null, outcome: Outcome, onEdit: () => void) {
  const { proofID } = proof
  const me = useAccount()
  const dialogs = useDialogs()
  const [draft, setDraft] = useState(() => startDraft(proof))
  const [hasTried, setTried] = useState(false)
  const [asks, setAsks] = useState<{ field: DraftField } | null>(null)
  const approval = useWrite(proofs.approve)

  function change(changes: Partial<SeenDraft>) {
    outcome.onSend()
    override(changes)
  }
  /** Changes the draft and keeps the refusal on the screen, which the change answers. */
  function override(changes: Partial<SeenDraft>) {
    onEdit()
    setDraft((before) => ({ ...before, ...changes }))
  }

  async function approve() {
    setTried(true)
    const [field] = draftFields.filter((name) => name in findProblems(proof, draft))
    if (field !== undefined) setAsks({ field })
    else if (await confirmPart(dialogs, proof, draft)) send(buildApproval(proof, draft))
  }
  function send(body: ProofApproval) {
    outcome.onSend()
    const done = `${nameProof(proofID)} approved: ${formatPeso(body.amount)}`
    const onError = (error: ApiError) => void answer(error, body)
    approval.mutate({ id: proofID, body }, { onSuccess: () => outcome.onDone(done), onError })
  }
  /** Asks what the server asks about an approval, or shows its refusal. */
  async function answer(error: ApiError, body: ProofApproval) {
    if (error.code === 'proof.short') {
      const text = error.message
      if (await dialogs.confirm({ title: 'A part payment?', text, action: partAction })) send({ ...body, isPart: true })
      return
    }
    // The sale takes nothing any more, so the whole amount is the rest.
    if (error.code === 'proof.goods_gone')
      setDraft((before) => ({ ...before, parts: [{ salesTransactionID: proof.salesTransactionID, amount: 0 }] }))
    outcome.onRefused(error)
    const [field] = draftFields.filter((name) => name in readRefusal(error))
    const mayAnswer = error.code === 'proof.reference_used' && may(me, 'proofs.override')
    if (field !== undefined) setAsks({ field: mayAnswer ? 'overrideReason' : field })
  }

  const problems: Problems = { ...(hasTried && findProblems(proof, draft)), ...readRefusal(refusal) }
  return {
    draft,
    problems,
    /** The place to which the focus goes after a refusal. */
    asks,
    change,
    override: (overrideReason: string) => override({ overrideReason }),
    approve,
    isPending: approval.isPending,
  }
}

/** Asks whether less than the sale owes next is meant as a part payment. */
async function confirmPart(dialogs: Dialogs, proof: ProofRow, draft: SeenDraft): Promise<boolean> {
  const { short, own } = computeSeen(proof, draft)
  if (short === 0 || own === 0) return true
  return dialogs.confirm({
    title: `${formatPeso(short)} short`,
    text: `${proof.transactionNumber} owes ${formatPeso(proof.sale.next!.amount)} next. Approve ${formatPeso(own)} as a part payment?`,
    action: partAction,
  })
}

/** The chosen reason to reject. */
function useRejection({ proofID, buyerName }: ProofRow, outcome: Outcome) {
  const [rejection, setRejection] = useState<{ reason: RejectReason | null; words: string }>({
    reason: null,
    words: '',
  })
  const rejecting = useWrite(proofs.reject)

  /** Rejects for a reason. Own words are asked for first. */
  function reject(reason: RejectReason) {
    const words = rejection.words.trim()
    setRejection({ reason, words: rejection.words })
    if (reason === 'own_words' && words === '') return
    outcome.onSend()
    const done = `${nameProof(proofID)} rejected: ${nameSpokenTo(buyerName)} reads why`
    rejecting.mutate(
      { id: proofID, body: { reason, ...(reason === 'own_words' && { words }) } },
      { onSuccess: ({ data }) => outcome.onDone(done, data.rejection?.message), onError: outcome.onRefused },
    )
  }
  return { rejection, setRejection, reject, isPending: rejecting.isPending }
}
export type ProofDesk = ReturnType<typeof useProofDesk>

/** Returns the sentences of a refusal by the place where the screen says them. */
function readRefusal(refusal: ApiError | null): Problems {
  if (refusal === null) return {}
  if (refusal.code === 'proof.reference_used') return { reference: refusal.message }
  return Object.fromEntries(
    refusal.errors.flatMap(({ field, message }) => {
      const place = draftFields.find((name) => field === name || field.startsWith(`${name}.`))
      return place === undefined ? [] : [[place, message]]
    }),
  )
}

/** Returns a function that tells whether the proof was on the screen for a moment. */
function useSettled() {
  const settled = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.current = true
    }, settlesAfter)
    return () => {
      clearTimeout(timer)
      settled.current = false
    }
  }, [])
  return () => settled.current
}
