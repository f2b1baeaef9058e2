import type { ProofApproval, ProofRow } from '../../../../contract/proofs/proofs.ts'
import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { formatPeso } from '../../../lib/format.ts'
import { isDay } from '../../../ui/DateBox.tsx'

/** What a person types about the money that they have seen in the shop's account. */
export type SeenDraft = {
  amount: number | null
  day: string | null
  payAccountID: number | null
  reference: string
  /** What each sale gets, as typed; null while the proof's own sale gets what it owes next. */
  parts: readonly DraftPart[] | null
  rest: 'credit' | 'return' | null
  overrideReason: string
}
export type DraftPart = { salesTransactionID: number; amount: number | null }

/** The places of a refusal on the screen. */
export const draftFields = ['amount', 'day', 'payAccountID', 'reference', 'parts', 'rest', 'overrideReason'] as const
export type DraftField = (typeof draftFields)[number]
export type Problems = Partial<Record<DraftField, string>>

/** Returns the draft with which a proof opens: what the buyer typed. */
export const startDraft = ({ amount, day, account, reference }: ProofRow): SeenDraft => ({
  amount,
  day,
  payAccountID: account?.payAccountID ?? null,
  reference,
  parts: null,
  rest: null,
  overrideReason: '',
})

const owedNext = ({ sale }: ProofRow) => toCentavos(sale.next?.amount ?? 0)
const centavosOf = (amount: number | null) => (amount === null || Number.isNaN(amount) ? 0 : toCentavos(amount))

/** Returns what each sale gets: the typed parts, or what the proof's own sale owes next as far as the amount reaches. */
export function listParts(proof: ProofRow, draft: SeenDraft): readonly DraftPart[] {
  const own = Math.min(centavosOf(draft.amount), owedNext(proof))
  return draft.parts ?? [{ salesTransactionID: proof.salesTransactionID, amount: fromCentavos(own) }]
}

/** Returns the pesos of a draft: what the own sale gets, what it still owes after that, and what pays no sale. */
export function computeSeen(proof: ProofRow, draft: SeenDraft) {
  const parts = listParts(proof, draft)
  const amount = centavosOf(draft.amount)
  const own = parts.find(({ salesTransactionID }) => salesTransactionID === proof.salesTransactionID)
  const ownPart = centavosOf(own?.amount ?? null)
  const rest = amount - parts.reduce((sum, part) => sum + centavosOf(part.amount), 0)
  return {
    own: fromCentavos(ownPart),
    left: fromCentavos(toCentavos(proof.sale.balance) - ownPart),
    short: fromCentavos(Math.max(0, owedNext(proof) - ownPart)),
    rest: fromCentavos(rest),
  }
}

/** Returns what is wrong with a draft, by the place where the screen says it. */
export function findProblems(proof: ProofRow, draft: SeenDraft): Problems {
  const { rest } = computeSeen(proof, draft)
  const problems: Problems = {}
  if (draft.amount === null || !(draft.amount > 0)) problems.amount = 'Enter the amount that was seen'
  if (draft.day === null || !isDay(draft.day)) problems.day = 'Enter the day, such as 23 Nov 2026'
  if (draft.payAccountID === null) problems.payAccountID = 'Choose the account'
  if (draft.reference.trim() === '') problems.reference = 'Enter the reference'
  if (listParts(proof, draft).some(({ amount }) => amount === null || !(amount >= 0)))
    problems.parts = 'Enter an amount for each sale'
  else if (rest < 0) problems.parts = `The parts are ${formatPeso(-rest)} more than the amount`
  if (rest > 0 && draft.rest === null) problems.rest = `Choose what becomes of ${formatPeso(rest)}`
  return problems
}

/** Returns the body of an approval. It names the parts, so that the server does what the screen shows. */
export function buildApproval(proof: ProofRow, draft: SeenDraft): ProofApproval {
  const { rest, short } = computeSeen(proof, draft)
  return {
    amount: draft.amount!,
    day: draft.day!,
    payAccountID: draft.payAccountID!,
    reference: draft.reference.trim(),
    parts: listParts(proof, draft)
      .filter(({ amount }) => amount! > 0)
      .map(({ salesTransactionID, amount }) => ({ salesTransactionID, amount: amount! })),
    ...(rest > 0 && { rest: draft.rest! }),
    ...(short > 0 && { isPart: true }),
    ...(draft.overrideReason.trim() !== '' && { overrideReason: draft.overrideReason.trim() }),
  }
}
