import { type CertificateRow, certificates, Reissue } from '../../../../contract/sales/certificates.ts'
import { useWrite } from '../../../lib/query.ts'
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { reasonOptions } from './certificateWords.ts'
import { MeasuredFields } from './MeasuredFields.tsx'

/** Replaces a certificate by a new one, which says which one it replaces. */
export function ReissueCertificate({
  certificate,
  onDone,
  onClose,
}: {
  certificate: CertificateRow
  onDone: (made: CertificateRow) => void
  onClose: () => void
}) {
  const write = useWrite(certificates.reissue)
  const isValid = certificate.state === 'Valid'
  const { grams, netGrams, size, laboratoryReport } = certificate
  const form = useRecordForm(Reissue, { grams: grams ?? undefined, netGrams, size, laboratoryReport }, ({ reason }) =>
    isValid && !reason ? [{ field: 'reason', message: 'Choose why the old one no longer counts' }] : [],
  )
  return (
    <RecordForm
      title={`Replace ${certificate.certificateNumber}`}
      action="Issue new certificate"
      form={form}
      write={write}
      save={async (body) => {
        const answer = await write.mutateAsync({ id: certificate.certificateID, body })
        onDone(answer.data)
        return answer
      }}
      done={['Certificate Replaced!', 'The new certificate names the one that it replaces.']}
      onClose={onClose}
    >
      {isValid && (
        <>
          <SelectField
            control={form.control}
            name="reason"
            label="Reason"
            required
            options={reasonOptions}
            hint="Why the old one no longer counts. The public page states it"
          />
          <TextAreaField control={form.control} name="note" label="Note" hint="Only staff read it" />
        </>
      )}
      <MeasuredFields control={form.control} />
    </RecordForm>
  )
}
