import './certificates.css'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { checkPath, revocationReasonNames } from '../../../../contract/sales/certificate-rules.ts'
import type { CertificateRow } from '../../../../contract/sales/certificates.ts'
import { formatCode } from '../../../../contract/shared/codes.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatDay, formatMoment } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { describeWeight, languageOptions } from './certificateWords.ts'
import { ReissueCertificate } from './ReissueCertificate.tsx'
import { RevokeCertificate } from './RevokeCertificate.tsx'
import { usePrintCertificates } from './usePrintCertificates.ts'

/** Shows a certificate with what it states. It never changes: a manager revokes or replaces it. */
export function CertificateDocument({ certificate }: { certificate: CertificateRow }) {
  const account = useAccount()
  const navigate = useNavigate()
  const [doing, setDoing] = useState<'revoke' | 'replace' | null>(null)
  const { certificateNumber, state, replacedBy, refundedQty, pictures } = certificate
  const canRevoke = may(account, 'certificates.revoke')
  const close = () => setDoing(null)
  return (
    <>
      <PageHeader title={certificateNumber}>
        {state === 'Valid' && <PrintTools certificate={certificate} />}
        {canRevoke && state === 'Valid' && <Button onClick={() => setDoing('revoke')}>Revoke</Button>}
        {canRevoke && replacedBy === null && <Button onClick={() => setDoing('replace')}>Replace</Button>}
      </PageHeader>
      {state === 'Valid' && refundedQty > 0 && (
        <div className="certificate-alert" role="note">
          <p>
            {refundedQty === 1 ? 'A piece' : `${refundedQty} pieces`} of this line came back. This shop did issue the
            certificate, so it counts until a manager revokes it.
          </p>
        </div>
      )}
      <section className="panel record-facts" aria-label="Certificate">
        {pictures.length > 0 && (
          <div className="certificate-pictures">
            {pictures.map((path) => (
              <img key={path} src={path} alt="" />
            ))}
          </div>
        )}
        <Facts certificate={certificate} />
      </section>
      {doing === 'revoke' && <RevokeCertificate certificate={certificate} onClose={close} />}
      {doing === 'replace' && (
        <ReissueCertificate
          certificate={certificate}
          onDone={({ certificateID }) => void navigate(recordPathOf(screens.certificates, certificateID))}
          onClose={close}
        />
      )}
    </>
  )
}

function PrintTools({ certificate }: { certificate: CertificateRow }) {
  const [language, setLanguage] = useState<string>(certificate.language)
  const { printing, print } = usePrintCertificates()
  return (
    <>
      <Select
        className="certificate-language"
        aria-label="Language of the certificate"
        data={languageOptions.slice(1)}
        value={language}
        allowDeselect={false}
        onChange={(value) => setLanguage(value ?? '')}
      />
      <Button variant="filled" loading={printing} onClick={() => void print([certificate], language)}>
        Certificate PDF
      </Button>
    </>
  )
}

function Facts({ certificate: c }: { certificate: CertificateRow }) {
  const timeZone = useTimeZone()
  return (
    <dl>
      <Fact name="Status">
        <StatusBadge status={c.state} />
        {c.revocation && (
          <small>
            {formatMoment(c.revocation.revokedAt, timeZone)}
            {c.revocation.revokedBy !== null && `, ${c.revocation.revokedBy}`}
          </small>
        )}
      </Fact>
      <Fact name="Reason">{c.revocation && revocationReasonNames[c.revocation.reason]}</Fact>
      <Fact name="Note">{c.revocation?.note ?? null}</Fact>
      <Fact name="Piece">
        <Link className="link" to={recordPathOf(screens.items, c.itemID)}>
          {c.itemName}
        </Link>
        <small>{c.pieceNumber}</small>
      </Fact>
      <Fact name="Name in Tagalog">{c.tagalogName}</Fact>
      <Fact name="Name in Japanese">{c.japaneseName}</Fact>
      <Fact name="Gold">
        {c.karat && (
          <>
            <Hallmark karat={c.karat} /> {c.metal}
          </>
        )}
      </Fact>
      <Fact name="Metal">{c.karat === null ? c.metal : null}</Fact>
      <Fact name="Weight">{describeWeight(c)}</Fact>
      <Fact name="Stones">{c.stone}</Fact>
      <Fact name="Size">{c.size}</Fact>
      <Fact name="Laboratory report">{c.laboratoryReport}</Fact>
      <Fact name="Issued">
        {formatDay(c.issuedOn)}, {c.place}
        {c.createdBy && <small>{c.createdBy.name}</small>}
      </Fact>
      <Fact name="Sale">
        {c.sale && (
          <Link className="link" to={recordPathOf(screens.sales, c.sale.salesTransactionID)}>
            {c.sale.transactionNumber}
          </Link>
        )}
      </Fact>
      <Fact name="Check code">
        <a className="link certificate-code" href={`${checkPath}/${formatCode(c.code)}`} target="_blank">
          {formatCode(c.code)}
        </a>
      </Fact>
      <Fact name="Replaces">{c.replaces && <CertificateLink named={c.replaces} />}</Fact>
      <Fact name="Replaced by">{c.replacedBy && <CertificateLink named={c.replacedBy} />}</Fact>
    </dl>
  )
}

const CertificateLink = ({ named }: { named: NonNullable<CertificateRow['replaces']> }) => (
  <Link className="link" to={recordPathOf(screens.certificates, named.certificateID)}>
    {named.certificateNumber}
  </Link>
)
