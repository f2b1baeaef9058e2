import { useRef, useState } from 'react'

import { buyerCustomers, type BuyerRow, describeHandle } from '../../../../contract/sales/buyers.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { z } from '../../../../contract/shared/zod.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { RecordField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { customerChoice } from '../../shared/choices.ts'

type Joined = Answer<typeof buyerCustomers.join>['data']

/** Joins a buyer to a customer whom a person chooses. */
export function JoinBuyer({ buyer, onClose }: { buyer: BuyerRow; onClose: () => void }) {
  const write = useWrite(buyerCustomers.join)
  const [schema] = useState(() => z.object({ customerID: buyerCustomers.join.body.shape.customerID }))
  const form = useRecordForm(schema, {})
  const joined = useRef<Joined>(null)
  return (
    <RecordForm
      title="Join to Customer"
      action="Join"
      form={form}
      write={write}
      save={async (body) => {
        const { data } = await write.mutateAsync({ id: buyer.buyerID, body: { ...body, updatedAt: buyer.updatedAt } })
        joined.current = data
      }}
      done={() => ['Buyer Joined!', describeJoining(joined.current!)]}
      onClose={onClose}
      size={520}
    >
      <p>
        The sales of <b>{describeHandle(buyer)}</b> then belong to the customer. A manager can part them again.
      </p>
      <RecordField control={form.control} name="customerID" label="Customer" required {...customerChoice} />
    </RecordForm>
  )
}

function describeJoining({ handle, customerName, salesMoved, salesLeft }: Joined): string {
  const count = (n: number) => (n === 1 ? '1 sale' : `${formatQuantity(n)} sales`)
  const moved = `${handle} is joined to ${customerName}, who gets ${count(salesMoved)}.`
  return salesLeft === 0 ? moved : `${moved} ${count(salesLeft)} of closed books stay with the buyer alone.`
}
