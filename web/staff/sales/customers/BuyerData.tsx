import { Button } from '@mantine/core'
import { useState } from 'react'

import { buyers, type BuyerRow, describeHandle } from '../../../../contract/sales/buyers.ts'
import { BuyerAnonymisation, customerData, isSameName } from '../../../../contract/sales/customer-data.ts'
import { useWrite } from '../../../lib/query.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { RecordSelect } from '../../../ui/form/RecordSelect.tsx'

/** Lets an administrator search for a buyer without a customer, and then anonymise it. */
export function ChosenBuyerData() {
  const [buyer, setBuyer] = useState<BuyerRow | null>(null)
  const [anonymising, setAnonymising] = useState(false)
  return (
    <>
      <RecordSelect
        label="Buyer"
        placeholder="Handle, contact or remarks"
        list={buyers.list}
        option={(b) => ({ value: b.buyerID, label: describeHandle(b) })}
        clearable
        value={buyer?.buyerID ?? null}
        onChange={(_, row) => setBuyer(row)}
      />
      {buyer && buyer.customerID !== null && (
        <p>This buyer is joined to {buyer.customerName}: anonymise the customer.</p>
      )}
      {buyer && buyer.customerID === null && (
        <div className="data-acts">
          <Button onClick={() => setAnonymising(true)}>Anonymise</Button>
        </div>
      )}
      {buyer && anonymising && (
        <AnonymiseBuyer buyer={buyer} onDone={() => setBuyer(null)} onClose={() => setAnonymising(false)} />
      )}
    </>
  )
}

function AnonymiseBuyer({
  buyer: { buyerID: id, handle },
  onDone,
  onClose,
}: {
  buyer: BuyerRow
  onDone: () => void
  onClose: () => void
}) {
  const write = useWrite(customerData.anonymiseBuyer, onDone)
  const [schema] = useState(() =>
    BuyerAnonymisation.extend({
      handle: BuyerAnonymisation.shape.handle.refine(
        (typed) => isSameName(typed, handle),
        `Type the buyer’s handle: ${handle}`,
      ),
    }),
  )
  const form = useRecordForm(schema, { handle: '' })
  return (
    <RecordForm
      title="Anonymise Buyer"
      action="Anonymise for good"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id, body })}
      done={['Buyer Anonymised!', `No record shows any more who buyer ${id} was. The sales keep their figures.`]}
      onClose={onClose}
      size={520}
    >
      <p>
        Handle and contact of <b>{handle}</b> are taken out of every record: sales, messages, reminders and the audit
        trail. Sales keep their figures. It cannot be undone.
      </p>
      <TextField control={form.control} name="handle" label="Type the buyer’s handle" required />
    </RecordForm>
  )
}
