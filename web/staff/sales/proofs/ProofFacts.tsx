import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'

import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { useAccount } from '../../../lib/session.ts'
import { Thumb } from '../../../ui/Thumb.tsx'
import { DecidedProof } from './DecidedProof.tsx'
import { OwedFigures } from './OwedFigures.tsx'
import { AlikePictures } from './picture/AlikePictures.tsx'
import { countMinutesLeft, findTaker, isWaiting } from './proofWords.ts'
import { RejectReasons } from './RejectReasons.tsx'
import { SeenTable } from './SeenTable.tsx'
import { SplitEditor } from './SplitEditor.tsx'
import type { ProofDesk } from './useProofDesk.ts'

/** The facts of the open proof: what is owed, what was typed and seen, alike pictures, and the decision. */
export function ProofFacts({
  proof,
  desk,
  now,
  isArmed,
  reasons,
  onReject,
  onCompare,
  onUndo,
  onNext,
}: {
  proof: ProofRow
  desk: ProofDesk
  now: Date
  /** Whether a number rejects at once, after R. */
  isArmed: boolean
  reasons: RefObject<HTMLFieldSetElement | null>
  onReject: () => void
  onCompare: (alike: ProofRow['alike'][number]) => void
  onUndo: () => void
  onNext: () => void
}) {
  const news = useDecidedMeanwhile(proof)
  const isUndecided = isWaiting(proof)
  return (
    <aside className="proof-facts" aria-label="Facts">
      <Head proof={proof} now={now} />
      {/* The region is there before its text, because screen readers announce only changes of a region. */}
      <output className={news === null ? undefined : 'proof-news'}>
        {news !== null && (
          <>
            <span>{news}</span>
            <Button size="sm" onClick={onNext}>
              Next proof
            </Button>
          </>
        )}
      </output>
      {isUndecided && <Warnings proof={proof} />}
      <OwedFigures proof={proof} draft={isUndecided ? desk.draft : null} now={now} />
      <SeenTable proof={proof} desk={desk} />
      {isUndecided ? <SplitEditor proof={proof} desk={desk} /> : <DecidedProof proof={proof} onUndo={onUndo} />}
      {proof.alike.length > 0 && <AlikePictures proof={proof} now={now} onCompare={onCompare} />}
      {desk.isOpen && (
        <>
          <RejectReasons proof={proof} desk={desk} isArmed={isArmed} group={reasons} />
          <Decision desk={desk} onReject={onReject} />
        </>
      )}
    </aside>
  )
}

function Head({ proof, now }: { proof: ProofRow; now: Date }) {
  const me = useAccount()
  const { sale, buyerName, transactionNumber, salesTransactionID } = proof
  const taker = findTaker(proof, me?.userID, now)
  const own = proof.takenBy?.userID === me?.userID ? countMinutesLeft(proof, now) : null
  return (
    <header className="proof-who">
      <Thumb src={sale.picture} name={sale.itemName ?? buyerName ?? ''} />
      <div>
        <b>{buyerName ?? 'No name'}</b>
        <small>
          {transactionNumber}
          {sale.isLayaway && ' · Layaway'}
          {sale.itemName !== null && <span> · {sale.itemName}</span>}
        </small>
      </div>
      <div>
        <Link className="link" to={recordPathOf(screens.sales, salesTransactionID)}>
          Open sale
        </Link>
        <small>
          {taker
            ? `${taker.name} has it for ${taker.minutes} min`
            : own !== null
              ? `Yours for ${own} min`
              : isWaiting(proof)
                ? 'Not taken'
                : proof.status}
        </small>
      </div>
    </header>
  )
}

/** Says what a person must know before they approve, in the server's sentences. */
function Warnings({ proof }: { proof: ProofRow }) {
  const sentences = proof.flags.flatMap((flag) => {
    if (flag.kind === 'reference used') return [flag.sentence]
    if (flag.kind === 'nothing due') return ['Nothing is left to pay here: the money becomes credit or goes back.']
    if (flag.kind === 'hold over') return ['The hold is over, so its pieces may be sold to somebody else.']
    return []
  })
  if (sentences.length === 0) return null
  return (
    <section className="proof-warnings" aria-label="Warnings">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  )
}

function Decision({ desk, onReject }: { desk: ProofDesk; onReject: () => void }) {
  const trouble = desk.block ?? desk.refusal
  return (
    <div className="proof-go">
      <p role="alert" className="proof-trouble">
        {trouble}
      </p>
      <Button aria-disabled={desk.isTaken} onClick={onReject}>
        Reject <kbd aria-hidden="true">R</kbd>
      </Button>
      <Button
        variant="filled"
        className="go"
        aria-disabled={desk.block !== null || desk.isBusy}
        onClick={() => void desk.approve()}
      >
        Approve: seen in our account <kbd aria-hidden="true">A</kbd>
      </Button>
    </div>
  )
}

/** Returns a sentence when another person has decided about the proof while it was open; null otherwise. */
function useDecidedMeanwhile(proof: ProofRow): string | null {
  const me = useAccount()
  const [wasWaiting] = useState(() => isWaiting(proof))
  if (!wasWaiting || isWaiting(proof)) return null
  if (proof.status === 'Withdrawn') return 'The buyer has withdrawn this.'
  const { decidedBy, status } = proof
  return decidedBy === null || decidedBy.userID === me?.userID
    ? null
    : `${decidedBy.name} has ${status === 'Approved' ? 'approved' : 'rejected'} this.`
}
