import { type CertifiableLine, CertifiedLine, certificates } from '../../../../contract/sales/certificates.ts'
import { formatCount } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { MeasuredFields } from './MeasuredFields.tsx'

/** Issues certificates for the pieces of one line, with what was measured on them. */
export function IssueCertificates({
  saleID,
  line,
  onClose,
}: {
  saleID: number
  line: CertifiableLine
  onClose: () => void
}) {
  const write = useWrite(certificates.issueForSale)
  const { salesItemID, grams, netGrams, size, laboratoryReport, open } = line
  const form = useRecordForm(CertifiedLine, {
    salesItemID,
    count: 1,
    grams: grams ?? undefined,
    netGrams,
    size,
    laboratoryReport,
  })
  return (
    <RecordForm
      title={`Certificate for ${line.itemName}`}
      action="Issue certificate"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id: saleID, body: { lines: [body] } })}
      done={['Certificate Issued!', 'Print it from the sale or from the list of certificates.']}
      onClose={onClose}
    >
      {open > 1 && (
        <NumberField
          control={form.control}
          name="count"
          label="Count"
          required
          hint={`${formatCount(open, 'piece')} without a certificate. All of these get the facts below`}
        />
      )}
      <MeasuredFields control={form.control} />
    </RecordForm>
  )
}
