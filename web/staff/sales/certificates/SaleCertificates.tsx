import './certificates.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { type CertifiableLine, type CertificateRow, certificates } from '../../../../contract/sales/certificates.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatCount } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { IssueCertificates } from './IssueCertificates.tsx'
import { RevokeCertificate } from './RevokeCertificate.tsx'
import { usePrintCertificates } from './usePrintCertificates.ts'

/** Shows the certificates of a completed sale, and issues those that are missing. */
export function SaleCertificates({ id }: { id: number }) {
  const { data, error } = useQuery(readQuery(certificates.ofSale, { id }))
  const account = useAccount()
  const write = useWrite(certificates.issueForSale)
  const { printing, print } = usePrintCertificates()
  const [measured, setMeasured] = useState<CertifiableLine | null>(null)
  const [revoked, setRevoked] = useState<CertificateRow | null>(null)
  if (!data && !error) return null
  const { lines = [], certificates: issued = [] } = data?.data ?? {}
  const valid = issued.filter(({ state }) => state === 'Valid')
  const open = lines.filter(({ open }) => open > 0)
  if (issued.length === 0 && open.length === 0 && !error) return null
  const canIssue = may(account, 'certificates.issue')
  const problem = error ?? write.error
  const issueAll = () => write.mutate({ id, body: { lines: open.map(({ salesItemID }) => ({ salesItemID })) } })
  return (
    <section className="sec sale-certificates" aria-label="Certificates">
      <h3 aria-level={2}>Certificates</h3>
      <ul className="certificate-lines">
        {issued.map((certificate) => (
          <li key={certificate.certificateID}>
            <div>
              <Link className="link" to={recordPathOf(screens.certificates, certificate.certificateID)}>
                {certificate.certificateNumber}
              </Link>
              {certificate.state === 'Revoked' && <StatusBadge status="Revoked" />}
              <small>
                {certificate.itemName}, {certificate.pieceNumber}
              </small>
              {certificate.state === 'Valid' && certificate.refundedQty > 0 && (
                <small role="note">
                  Came back. Revoke the certificate, unless the piece is still with the customer.
                </small>
              )}
            </div>
            {certificate.state === 'Valid' && certificate.refundedQty > 0 && may(account, 'certificates.revoke') && (
              <Button
                size="sm"
                aria-label={`Revoke ${certificate.certificateNumber}`}
                onClick={() => setRevoked(certificate)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
        {canIssue &&
          open.map((line) => (
            <li key={line.salesItemID}>
              <div>
                {line.itemName}
                <small>
                  {line.pieceNumber}, {formatCount(line.open, 'piece')} without a certificate
                </small>
              </div>
              <Button
                size="sm"
                aria-label={`Weigh and issue: ${line.itemName}, ${line.pieceNumber}`}
                onClick={() => setMeasured(line)}
              >
                Weigh and issue
              </Button>
            </li>
          ))}
      </ul>
      {problem && (
        <p className="error-line" role="alert">
          Error: {problem.message}
        </p>
      )}
      <div className="certificate-buttons">
        {canIssue && open.length > 0 && (
          <Button loading={write.isPending} onClick={issueAll}>
            Issue {open.length === 1 && open[0]!.open === 1 ? 'certificate' : 'all certificates'}
          </Button>
        )}
        {valid.length > 0 && (
          <Button loading={printing} onClick={() => void print(valid)}>
            {valid.length === 1 ? 'Certificate PDF' : 'Certificates PDF'}
          </Button>
        )}
      </div>
      {measured && <IssueCertificates saleID={id} line={measured} onClose={() => setMeasured(null)} />}
      {revoked && <RevokeCertificate certificate={revoked} onClose={() => setRevoked(null)} />}
    </section>
  )
}
