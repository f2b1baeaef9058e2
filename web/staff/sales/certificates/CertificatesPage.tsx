import './certificates.css'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'

import { karats } from '../../../../contract/catalogue/karats.ts'
import { certificateStates } from '../../../../contract/sales/certificate-rules.ts'
import { type CertificateRow, certificates, certificatesAtOnce } from '../../../../contract/sales/certificates.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatDay } from '../../../lib/format.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ChosenBar } from '../../../ui/table/ChosenBar.tsx'
import { useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../../ui/table/RecordPage.tsx'
import { useChosenRows } from '../../../ui/table/useChosenRows.ts'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { itemChoice } from '../../shared/choices.ts'
import { CertificateDocument } from './CertificateDocument.tsx'
import { describeWeight, languageOptions } from './certificateWords.ts'
import { usePrintCertificates } from './usePrintCertificates.ts'

const title = 'CERTIFICATE LIST'

const columns: Columns<typeof certificates.list> = [
  {
    header: 'Certificate',
    value: (c) => c.certificateNumber,
    cell: (c) => <span className="code ink">{c.certificateNumber}</span>,
    sort: 'certificateNumber',
    card: 'extra',
  },
  { header: 'Name', value: (c) => c.itemName, sort: 'itemName', card: 'title' },
  {
    header: 'Piece',
    value: (c) => c.pieceNumber,
    cell: (c) => <span className="code ink">{c.pieceNumber}</span>,
    sort: 'pieceNumber',
    card: 'detail',
  },
  {
    header: 'Gold',
    value: (c) => c.karat,
    cell: (c) => c.karat && <Hallmark karat={c.karat} />,
    sort: 'karat',
  },
  { header: 'Weight', value: describeWeight, sort: 'grams', align: 'right', card: 'value' },
  { header: 'Stones', value: (c) => c.stone },
  { header: 'Laboratory Report', value: (c) => c.laboratoryReport },
  { header: 'Issued', value: (c) => c.issuedOn, cell: (c) => formatDay(c.issuedOn), sort: 'issuedOn', card: 'extra' },
  { header: 'Sale', value: (c) => c.sale?.transactionNumber ?? '', sort: 'transactionNumber' },
  { header: 'By', value: (c) => c.createdBy?.name ?? '', sort: 'createdByName' },
  {
    header: 'Status',
    value: (c) => c.state,
    cell: (c) => (
      <>
        <StatusBadge status={c.state} />
        {c.state === 'Valid' && c.refundedQty > 0 && <span className="st orange">Came back</span>}
      </>
    ),
    sort: 'state',
    card: 'status',
  },
]

/** Lists the certificates of authenticity, or shows the one that the address names (`?id=12`). */
export function CertificatesPage() {
  const opened = useOpenedRecord()
  const chosen = useChosenRows<CertificateRow>((c) => c.certificateID, certificatesAtOnce)
  if (opened.id !== null)
    return (
      <RecordPage trail key={opened.id} get={certificates.get} id={opened.id} back={{ label: title, to: opened.list }}>
        {(certificate) => <CertificateDocument certificate={certificate} />}
      </RecordPage>
    )
  return (
    <>
      <PageHeader title={title} tabs={<ScreenTabs of={screens.items} />} />
      <QueryTable
        name="certificates"
        label="Certificates"
        list={certificates.list}
        columns={columns}
        rowID={(c) => c.certificateID}
        search="Number, code, piece, name, laboratory or sale"
        filters={[
          { field: 'state', label: 'Any status', options: certificateStates.map((value) => ({ value, label: value })) },
          { field: 'karat', label: 'Any karat', options: karats.map((value) => ({ value, label: value })) },
          { field: 'itemID', label: 'All items', records: asRecordSource(itemChoice) },
          {
            field: 'cameBack',
            label: 'Came back or not',
            options: [
              { value: 'true', label: 'Came back' },
              { value: 'false', label: 'Did not come back' },
            ],
          },
          { field: 'from', label: 'Since', date: true },
          { field: 'to', label: 'Until', date: true },
        ]}
        empty={{
          title: 'No certificates yet',
          text: 'Open a completed sale and issue the certificates of its pieces there.',
        }}
        choice={{
          chosen: chosen.keys,
          nameOf: (c) => c.certificateNumber,
          onChoose: chosen.choose,
          most: certificatesAtOnce,
        }}
        onOpen={(c) => opened.open(c.certificateID)}
      />
      <ChosenBar count={chosen.rows.length} onNone={chosen.clear}>
        <PrintChosen chosen={chosen.rows.filter(({ state }) => state === 'Valid')} />
      </ChosenBar>
    </>
  )
}

/** Prints the chosen certificates in one file. Revoked ones are left out. */
function PrintChosen({ chosen }: { chosen: readonly CertificateRow[] }) {
  const [language, setLanguage] = useState('')
  const { printing, print } = usePrintCertificates()
  return (
    <>
      <Select
        className="certificate-language"
        aria-label="Language of the certificates"
        data={languageOptions}
        value={language}
        allowDeselect={false}
        onChange={(value) => setLanguage(value ?? '')}
      />
      <Button
        loading={printing}
        disabled={chosen.length === 0}
        title={chosen.length === 0 ? 'Revoked certificates are not printed' : undefined}
        onClick={() => void print(chosen, language)}
      >
        Certificates PDF
      </Button>
    </>
  )
}
