import './saleProofs.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { nameProof } from '../../../../contract/proofs/proof-rules.ts'
import { proofs, type ProofListRow } from '../../../../contract/proofs/proofs.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatPeso } from '../../../lib/format.ts'
import { paramsFor, readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { FailureText } from '../../../ui/FailureText.tsx'
import { describeDecision } from './proofWords.ts'

const colours = { Sent: 'orange', Taken: 'orange', Approved: 'green', Rejected: 'red', Withdrawn: 'black' } as const
const words = { Sent: 'Waiting', Taken: 'Waiting' } as Record<string, string>

/** Lists the payment proofs that the buyer of a sale has sent. Shows nothing for a sale without any. */
export function SaleProofs({ id }: { id: number }) {
  const { data, error } = useQuery(
    readQuery(proofs.list, paramsFor(proofs.list, { query: { salesTransactionID: id, pageSize: 50 } })),
  )
  if (error) return <FailureText error={error} role="alert" />
  if (!data || data.data.length === 0) return null
  return (
    <section className="sec sale-proofs" aria-label="Payment proofs">
      <h3 aria-level={2}>Payment proofs</h3>
      <ul aria-label="Proofs of this sale">
        {data.data.map((proof) => (
          <SaleProof key={proof.proofID} proof={proof} />
        ))}
      </ul>
    </section>
  )
}

function SaleProof({ proof }: { proof: ProofListRow }) {
  const timeZone = useTimeZone()
  const { proofID, status, amount, undoneAt } = proof
  return (
    <li>
      <Link className="link" to={recordPathOf(screens.proofs, proofID)}>
        {nameProof(proofID)}
      </Link>
      <b className="num">{formatPeso(amount)}</b>
      <span className={`st ${undoneAt === null ? colours[status] : 'red'}`}>
        {undoneAt === null ? (words[status] ?? status) : 'Undone'}
      </span>
      <small>{describeDecision(proof, timeZone)}</small>
    </li>
  )
}
