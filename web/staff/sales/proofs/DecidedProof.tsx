import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { copyMessage } from './copyMessage.ts'
import { describeDecision, nameSpokenTo } from './proofWords.ts'

const kinds = { sale: 'Paid', credit: 'Credit of the customer', returned: 'Returned to the buyer' } as const

/** How a decided proof ended: what its money paid, or what the buyer reads, and the undoing of an approval. */
export function DecidedProof({ proof, onUndo }: { proof: ProofRow; onUndo: () => void }) {
  const me = useAccount()
  const timeZone = useTimeZone()
  const { status, parts, rejection, seen, undo } = proof
  return (
    <section className="proof-decided" aria-label="Decision">
      <h3>{describeDecision(proof, timeZone)}</h3>
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <li key={`${part.kind} ${part.salesTransactionID}`}>
              <b>{formatPeso(part.amount)}</b>{' '}
              {part.salesTransactionID === null ? (
                kinds[part.kind]
              ) : (
                <>
                  for{' '}
                  <Link className="link" to={recordPathOf(screens.sales, part.salesTransactionID)}>
                    {part.transactionNumber}
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {seen?.overrideReason && <p>The reference was used before, and approved all the same: {seen.overrideReason}</p>}
      {rejection && (
        <>
          <q>
            <b>{nameSpokenTo(proof.buyerName)} reads:</b> <span lang={proof.language}>{rejection.sentence}</span>
          </q>
          <Button onClick={() => void copyMessage(rejection.message)}>Copy message</Button>
        </>
      )}
      {undo && (
        <p className="undone">
          Undone by {undo.byName ?? 'the shop'}, {formatMoment(undo.at, timeZone)}: {undo.reason}
        </p>
      )}
      {status === 'Approved' && undo === null && may(me, 'proofs.undo') && (
        <Button onClick={onUndo}>Undo approval</Button>
      )}
    </section>
  )
}
