import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { formatNearDay, formatPeso } from '../../../lib/format.ts'
import { namePlace } from './proofWords.ts'
import { computeSeen, type SeenDraft } from './seenDraft.ts'

/** What the sale owes next, what is paid, and what is left if the draft is approved. Null for a decided proof. */
export function OwedFigures({ proof, draft, now }: { proof: ProofRow; draft: SeenDraft | null; now: Date }) {
  const { next, paid, total, balance } = proof.sale
  const seen = draft && computeSeen(proof, draft)
  return (
    <section aria-label="What is owed">
      <dl className="proof-owed">
        <div className="big">
          <dt>Owed next</dt>
          <dd>
            {formatPeso(next?.amount ?? 0)}
            <small>{describeNext(proof, now)}</small>
          </dd>
        </div>
        <div>
          <dt>Paid so far</dt>
          <dd>
            {formatPeso(paid)}
            <small>of {formatPeso(total)}</small>
          </dd>
        </div>
        <div>
          <dt>{seen ? 'Left if approved' : 'Left to pay'}</dt>
          <dd>
            {formatPeso(seen ? seen.left : balance)}
            <small className={seen && seen.short > 0 && seen.own > 0 ? 'short' : undefined}>
              {describeLeft(proof, seen, now)}
            </small>
          </dd>
        </div>
      </dl>
    </section>
  )
}

function describeNext({ sale: { next } }: ProofRow, now: Date): string {
  if (next === null) return 'nothing is due'
  const day = next.dueDate === null ? [] : [`by ${formatNearDay(next.dueDate, now)}`]
  const place = next.place === null || next.count === null || next.count < 2 ? [] : [namePlace(next.place, next.count)]
  return [...day, ...place].join(', ') || 'the whole balance'
}

function describeLeft({ sale }: ProofRow, seen: ReturnType<typeof computeSeen> | null, now: Date): string {
  const left = seen ? seen.left : sale.balance
  if (left < 0) return `${formatPeso(-left)} too much`
  if (left === 0) return 'fully paid'
  if (seen && seen.short > 0 && seen.own > 0) return `${formatPeso(seen.short)} short`
  const day = seen && seen.own > 0 ? sale.next?.followingDay : (sale.next?.dueDate ?? null)
  return day ? `next on ${formatNearDay(day, now)}` : 'still open'
}
