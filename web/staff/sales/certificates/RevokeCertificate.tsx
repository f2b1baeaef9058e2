import { type CertificateRow, certificates, Revocation } from '../../../../contract/sales/certificates.ts'
import { useWrite } from '../../../lib/query.ts'
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { reasonOptions } from './certificateWords.ts'

/** Takes a certificate back. Its QR code then tells so, with the reason but without the note. */
export function RevokeCertificate({ certificate, onClose }: { certificate: CertificateRow; onClose: () => void }) {
  const write = useWrite(certificates.revoke)
  const form = useRecordForm(Revocation, certificate.refundedQty > 0 ? { reason: 'returned' } : {})
  return (
    <RecordForm
      title={`Revoke ${certificate.certificateNumber}`}
      action="Revoke certificate"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id: certificate.certificateID, body })}
      done={['Certificate Revoked!', 'Whoever scans it reads that it no longer counts.']}
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="reason"
        label="Reason"
        required
        options={reasonOptions}
        hint="The public page states it"
      />
      <TextAreaField control={form.control} name="note" label="Note" hint="Only staff read it" />
    </RecordForm>
  )
}
