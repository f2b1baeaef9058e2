import type { Calendar } from './calendar.ts'
import { instalmentOf, instalments, totalOf } from './sales.ts'
import type { SoldSale } from './sold-sale.ts'
import type { ProofDecision, ReportedPayment, Step } from './steps.ts'

type Dated = { sale: SoldSale; daysAgo: number; at: Date; key: number }

/** The amount in pesos from which the demo shop wants two persons. */
export const secondPersonFrom = 30_000
/** The proof that somebody is checking when the demo shop is loaded. */
export const takenProof = 'checked now'

/** Returns the sale that the administrator made, whose proof another person must approve. */
export const findAdminsSale = (sales: readonly Dated[]) =>
  openDeposits(sales).toSorted((a, b) => totalOf(b.sale) - totalOf(a.sale))[0]!

const openDeposits = (sales: readonly Dated[]) =>
  sales.filter(({ sale: { fate }, daysAgo }) => fate.is === 'deposit' && fate.ends === 'open' && daysAgo > 0)

const layaways = (sales: readonly Dated[], ends: 'open' | 'complete', paid: number) =>
  sales.filter(({ sale: { fate } }) => fate.is === 'layaway' && fate.ends === ends && fate.paid === paid)

/** Returns the open sales without a payment, the newest first. Today's is left to its customer. */
const unpaid = (sales: readonly Dated[]) =>
  sales
    .filter(({ sale: { fate }, daysAgo }) => fate.is === 'saved' && fate.canceledAfter === null && daysAgo > 0)
    .toReversed()

const hour = 3_600_000
const after = (at: Date, hours: number) => new Date(at.getTime() + hours * hour)

/**
 * Plans the payments that buyers report: some instalments of `steps` are paid by them, and some wait for a decision.
 * Returns all steps.
 */
export function planProofs(days: Calendar, sales: readonly Dated[], adminsSale: Dated, steps: readonly Step[]): Step[] {
  const paidByProof = planPaidInstalments(sales)
  const planned = steps.flatMap((step): Step[] => {
    const parts = step.do === 'instalment' ? paidByProof.get(step.key) : undefined
    return parts && step.do === 'instalment' && parts.nth === step.nth ? parts.plan(step.at, step.key) : [step]
  })
  return [...planned, ...planOtherDecisions(sales, adminsSale), ...planWaiting(days, sales, adminsSale)]
}

const send = (at: Date, key: number, proof: ReportedPayment): Step => ({ at, do: 'send proof', key, proof })
const decide = (at: Date, proof: string, decision: ProofDecision): Step => ({ at, do: 'decide proof', proof, decision })

/** Plans the instalments that proofs pay, by the key of their sale. The last decision of each is at the instalment's time. */
function planPaidInstalments(sales: readonly Dated[]) {
  const [nearlyPaid] = layaways(sales, 'open', 3) as [Dated]
  const [refusedOnce, paidInTwo] = layaways(sales, 'open', 2) as [Dated, Dated]
  const paidTooMuch = layaways(sales, 'complete', instalments).at(-1)!
  const second = { nearlyPaid: instalmentOf(nearlyPaid.sale, 1), paidInTwo: instalmentOf(paidInTwo.sale, 1) }
  const half = Math.round(second.paidInTwo / 2)
  const byGcash = { account: 'GCash', layouts: ['habagat'] } satisfies Partial<ReportedPayment>
  const byMaya = { account: 'Maya', layouts: ['lakambini'] } satisfies Partial<ReportedPayment>
  const byBank = { account: 'Bank transfer', layouts: ['silong'] } satisfies Partial<ReportedPayment>
  // Later instalments are overdue today, so that the approval of an earlier one is a part payment.
  const approve = (by: number) => ({ is: 'approve', by, isPart: true }) satisfies ProofDecision
  return new Map<number, { nth: number; plan: (at: Date, key: number) => Step[] }>([
    [
      nearlyPaid.key,
      {
        nth: 1,
        plan: (at, key) => [
          send(after(at, -1), key, { name: 'seen', language: 'tl', ...byGcash, amount: second.nearlyPaid }),
          decide(at, 'seen', approve(1)),
        ],
      },
    ],
    [
      refusedOnce.key,
      {
        nth: 1,
        plan: (at, key) => [
          send(after(at, -5), key, { name: 'not found', language: 'tl', ...byMaya }),
          decide(after(at, -4), 'not found', { is: 'reject', by: 2, reason: 'reference_not_found' }),
          send(after(at, -1), key, { name: 'found', language: 'tl', ...byMaya }),
          decide(at, 'found', approve(2)),
        ],
      },
    ],
    [
      paidInTwo.key,
      {
        nth: 1,
        plan: (at, key) => [
          send(after(at, -25), key, { name: 'half', language: 'en', ...byBank, amount: half }),
          decide(after(at, -22), 'half', approve(1)),
          send(after(at, -3), key, { name: 'mistyped', language: 'en', ...byBank, amount: second.paidInTwo }),
          decide(after(at, -2.9), 'mistyped', { is: 'withdraw' }),
          send(after(at, -2.8), key, {
            name: 'other half',
            language: 'en',
            ...byBank,
            amount: second.paidInTwo - half,
          }),
          decide(at, 'other half', approve(1)),
        ],
      },
    ],
    [
      paidTooMuch.key,
      {
        nth: instalments - 1,
        plan: (at, key) => [
          send(after(at, -2), key, {
            name: 'too much',
            language: 'en',
            account: 'GCash',
            layouts: ['parola'],
            more: 500,
          }),
          decide(at, 'too much', { is: 'approve', by: 1, rest: 'credit' }),
        ],
      },
    ],
  ])
}

/** Plans a rejection in a person's own words, and an approval that is undone. */
function planOtherDecisions(sales: readonly Dated[], adminsSale: Dated): Step[] {
  const oldest = unpaid(sales).at(-1)!
  const undone = openDeposits(sales).findLast(({ key }) => key !== adminsSale.key)!
  return [
    send(after(oldest.at, 1), oldest.key, {
      name: 'other shop',
      language: 'ja',
      account: 'Bank transfer',
      layouts: ['silong'],
    }),
    decide(after(oldest.at, 3), 'other shop', {
      is: 'reject',
      by: 2,
      reason: 'own_words',
      words: 'お振込先が当店の口座ではないようです。控えをご確認のうえ、もう一度お送りください。',
    }),
    send(after(undone.at, 20), undone.key, {
      name: 'sent back',
      language: 'en',
      account: 'Bank transfer',
      layouts: ['silong'],
    }),
    decide(after(undone.at, 22), 'sent back', { is: 'approve', by: 1 }),
    decide(after(undone.at, 44), 'sent back', { is: 'undo', reason: 'The bank has sent the transfer back' }),
  ]
}

/** Plans the proofs that wait. Each was sent before the sales of the last hour. */
function planWaiting(days: Calendar, sales: readonly Dated[], adminsSale: Dated): Step[] {
  const [newest, second, third, lapsed] = unpaid(sales) as [Dated, Dated, Dated, Dated]
  const [nearlyPaid] = layaways(sales, 'open', 3)
  const [running] = layaways(sales, 'open', 1)
  const short = openDeposits(sales).find(({ key }) => key !== adminsSale.key)!
  const waits = (minutes: number, { key }: Dated, proof: ReportedPayment) => send(days.before(minutes), key, proof)
  return [
    waits(1790, running!, { name: takenProof, language: 'en', account: 'GCash', layouts: ['habagat'] }),
    waits(1500, third, { name: 'one of two', language: 'en', account: 'Maya', layouts: ['lakambini'], part: 0.6 }),
    waits(1480, third, { name: 'two of two', language: 'en', account: 'Maya', layouts: ['lakambini'], part: 0.4 }),
    waits(1130, nearlyPaid!, {
      name: 'alike',
      language: 'tl',
      account: 'GCash',
      layouts: ['habagat', 'silong'],
      like: 'seen',
    }),
    waits(690, lapsed, { name: 'late', language: 'tl', account: 'Bank transfer', layouts: ['silong'] }),
    waits(310, short, { name: 'short', language: 'tl', account: 'Bank transfer', layouts: ['parola'], more: -500 }),
    waits(128, adminsSale, { name: 'large', language: 'en', account: 'Bank transfer', layouts: ['silong'] }),
    waits(104, second, {
      name: 'used before',
      language: 'ja',
      account: 'Maya',
      layouts: ['lakambini'],
      referenceOf: 'found',
    }),
    waits(66, newest, { name: 'plain', language: 'tl', account: 'GCash', layouts: ['parola'] }),
  ]
}
