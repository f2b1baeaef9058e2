import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { certificates } from '../../../../contract/sales/certificates.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatDay } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** Lists the certificates of authenticity of a piece, and issues one while none counts. */
export function PieceCertificates({ pieceID, isHere }: { pieceID: number; isHere: boolean }) {
  const account = useAccount()
  const write = useWrite(certificates.issueForPiece)
  const { data } = useQuery(readQuery(certificates.list, { query: { pieceID, pageSize: 100 } }))
  if (!data) return null
  const issued = data.data
  const canIssue = isHere && may(account, 'certificates.issue') && issued.every(({ state }) => state === 'Revoked')
  if (issued.length === 0 && !canIssue) return null
  return (
    <section className="panel record-facts" aria-label="Certificates of authenticity">
      <ul>
        {issued.map(({ certificateID, certificateNumber, issuedOn, state }) => (
          <li key={certificateID}>
            <Link className="link" to={recordPathOf(screens.certificates, certificateID)}>
              {certificateNumber}
            </Link>{' '}
            {formatDay(issuedOn)} <StatusBadge status={state} />
          </li>
        ))}
      </ul>
      {write.error && (
        <p className="error-line" role="alert">
          Error: {write.error.message}
        </p>
      )}
      {canIssue && (
        <Button loading={write.isPending} onClick={() => write.mutate({ id: pieceID, body: {} })}>
          Issue certificate
        </Button>
      )}
    </section>
  )
}
