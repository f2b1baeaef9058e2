import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import { Anonymisation, customerData, isSameName } from '../../../../contract/sales/customer-data.ts'
import { type CustomerRow, customers } from '../../../../contract/sales/customers.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { call } from '../../../lib/api.ts'
import { downloadFile } from '../../../lib/files.ts'
import { today } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { RecordSelect } from '../../../ui/form/RecordSelect.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { ChosenBuyerData } from './BuyerData.tsx'

/** Lets an administrator export or anonymise the data of the customer on the page. */
export function CustomerDataMenu({ customer }: { customer: CustomerRow }) {
  const [anonymising, setAnonymising] = useState(false)
  const { exporting, exportData: run } = useExport(customer)
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={auditTrailOf(customer)}>
            Audit trail
          </Menu.Item>
          <Menu.Item onClick={() => void run()} disabled={exporting}>
            Export data
          </Menu.Item>
          <Menu.Item onClick={() => setAnonymising(true)}>Anonymise</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {anonymising && <AnonymiseCustomer customer={customer} onClose={() => setAnonymising(false)} />}
    </>
  )
}

/** Lets an administrator search for a customer or a buyer first, and then export or anonymise the data. */
export function ChosenCustomerData() {
  const [customer, setCustomer] = useState<CustomerRow | null>(null)
  const [anonymising, setAnonymising] = useState(false)
  return (
    <>
      <RecordSelect
        label="Customer"
        placeholder="Name, number, email or address"
        list={customers.list}
        option={(c) => ({ value: c.customerID, label: `${c.customerName} (${c.email || c.contactNo})` })}
        clearable
        value={customer?.customerID ?? null}
        onChange={(_, row) => setCustomer(row)}
      />
      {customer && (
        <div className="data-acts">
          <ExportButton customer={customer} />
          <Button onClick={() => setAnonymising(true)}>Anonymise</Button>
          <Link className="link" to={recordPathOf(screens.customers, customer.customerID)}>
            Customer
          </Link>
          <Link className="link" to={auditTrailOf(customer)}>
            Audit trail
          </Link>
        </div>
      )}
      {customer && anonymising && (
        <AnonymiseCustomer customer={customer} onDone={() => setCustomer(null)} onClose={() => setAnonymising(false)} />
      )}
      <ChosenBuyerData />
    </>
  )
}

const auditTrailOf = ({ customerID }: CustomerRow) => `${screens.auditTrail}?entity=customer&entityID=${customerID}`

function ExportButton({ customer }: { customer: CustomerRow }) {
  const { exporting, exportData: run } = useExport(customer)
  return (
    <Button onClick={() => void run()} aria-disabled={exporting || undefined}>
      Export data
    </Button>
  )
}

/** Returns a function that downloads all data of the customer as one JSON file. */
function useExport({ customerID }: CustomerRow) {
  const timeZone = useTimeZone()
  const [exporting, setExporting] = useState(false)

  async function exportData() {
    if (exporting) return
    setExporting(true)
    try {
      const { data } = await call(customerData.export, { id: customerID })
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      downloadFile(file, `customer-${customerID}-${today(timeZone)}.json`)
    } catch (error) {
      toasts.error(`The data could not be exported: ${(error as Error).message}`)
    } finally {
      setExporting(false)
    }
  }
  return { exporting, exportData }
}

function AnonymiseCustomer({
  customer,
  onDone,
  onClose,
}: {
  customer: CustomerRow
  onDone?: () => void
  onClose: () => void
}) {
  const { customerID: id, customerName } = customer
  const write = useWrite(customerData.anonymise, onDone)
  // The form checks the name as the server does. The button stays disabled until the name matches.
  const [schema] = useState(() =>
    Anonymisation.extend({
      customerName: Anonymisation.shape.customerName.refine(
        (name) => isSameName(name, customerName),
        `Type the customer’s name: ${customerName}`,
      ),
    }),
  )
  const form = useRecordForm(schema, { customerName: '' })
  return (
    <RecordForm
      title="Anonymise Customer"
      action="Anonymise for good"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id, body })}
      done={['Customer Anonymised!', `No record shows any more who customer ${id} was. The sales keep their figures.`]}
      onClose={onClose}
      size={520}
    >
      <p>
        Name, number, email and address of <b>{customerName}</b> are taken out of every record: sales, questions,
        messages, reminders and the audit trail. Sales keep their figures, also those still open. It cannot be undone.
      </p>
      <TextField control={form.control} name="customerName" label="Type the customer’s name" required />
    </RecordForm>
  )
}
