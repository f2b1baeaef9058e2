import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { users } from '../../../../contract/people/users.ts'
import {
  type ReceivingDraftRow,
  receivings,
  type WholeReceivingRow,
} from '../../../../contract/purchasing/receivings.ts'
import { formatPeso } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useAccount } from '../../../lib/session.ts'
import { useSeesCosts } from '../../../lib/settings.ts'
import { DateField, RecordField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import type { FormOf } from '../../../ui/form/recordForm.ts'
import { useScan } from '../../../ui/scan/useScan.ts'
import { useStrayScan } from '../../../ui/scan/useStrayScan.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { locationChoice } from '../../shared/choices.ts'
import { fillOutstanding, type FormLine, clearQuantities, type ReceivingForm } from './receivingForm.ts'
import { ReceivingLines } from './ReceivingLines.tsx'
import { ScanField } from './ReceivingScan.tsx'
import { formatTotals, summarizeLines } from './receivingTotals.ts'
import { useReceivingLines } from './useReceivingLines.ts'

/** Shows the fields of a receiving: general data and lines. */
export function ReceivingFields({
  form,
  receiving,
  draft,
  open,
  onOpen,
}: {
  form: FormOf<typeof ReceivingForm>
  receiving: WholeReceivingRow | null
  draft: ReceivingDraftRow | null
  /** Whether the dialog for choosing an item is open. */
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const { lines, order, poNumber, change, add, chooseOrder, feedback, scan, activate } = useReceivingLines(
    form,
    receiving,
    draft,
  )
  const scanField = useRef<HTMLInputElement>(null)
  const onStray = useStrayScan(scan, scanField)
  useScan((code) => {
    if (!open) scan(code)
  })
  const isDirect = poNumber === null
  return (
    <>
      {/* Key events of the fields bubble up to this element. A scan into any field is therefore noticed here. */}
      <div className="receiving" onKeyDownCapture={onStray}>
        <ReceivingHead
          control={form.control}
          receiving={receiving}
          order={order}
          poNumber={poNumber}
          onOrder={(poID) => void chooseOrder(poID)}
        />
        <section className="arrived" aria-label="What arrived">
          <div className="arrived-head">
            <h2>What arrived</h2>
            <ScanField field={scanField} feedback={feedback} onScan={scan} />
            {isDirect ? (
              <Button onClick={() => onOpen(true)}>Add Item</Button>
            ) : (
              <>
                <Button onClick={() => change(clearQuantities(lines))}>Start from zero</Button>
                <Button onClick={() => change(fillOutstanding(lines))}>All outstanding</Button>
              </>
            )}
          </div>
          {lines.length === 0 ? (
            <p className="nothing-arrived">{isDirect ? noItemsText : 'Nothing is outstanding'}</p>
          ) : (
            <ReceivingLines lines={lines} onChange={change} onActive={activate} />
          )}
          <Totals lines={lines} />
        </section>
      </div>
      {open && <SelectItem onAdd={(item) => void add(item)} onClose={() => onOpen(false)} />}
    </>
  )
}

const noItemsText = 'No items added. Choose the purchase order of this delivery, or add what arrived without one.'

/** Shows the order, the receiver, the date and the location. */
function ReceivingHead({
  control,
  receiving,
  order,
  poNumber,
  onOrder,
}: {
  control: FormOf<typeof ReceivingForm>['control']
  receiving: WholeReceivingRow | null
  order: ReceivingDraftRow | null
  /** Null for a receipt without an order. */
  poNumber: string | null
  onOrder: (poID: number | null) => void
}) {
  const { options, error } = useReceivers(receiving)
  // The first question about a delivery of a chosen order is its reference number.
  const [isOrderGiven] = useState(receiving === null && order !== null)
  return (
    <div className="fields">
      {receiving ? (
        <div className="of">
          <span>Purchase order</span>
          <b>{nameOrder(poNumber, receiving.supplier?.supplierName) ?? 'None'}</b>
        </div>
      ) : (
        <RecordField
          control={control}
          name="poID"
          label="Purchase order"
          list={receivings.orders}
          option={(o) => ({ value: o.poID, label: nameOrder(o.poNumber, o.supplier.supplierName)! })}
          current={order?.poID ? { value: order.poID, label: nameOrder(order.poNumber, order.supplierName)! } : null}
          clearable
          onPick={(o) => onOrder(o?.poID ?? null)}
        />
      )}
      <TextField control={control} name="referenceNumber" label="Reference number" required isFirst={isOrderGiven} />
      <DateField control={control} name="receivedDate" label="Received date" required />
      <SelectField
        control={control}
        name="receivedByID"
        label="Received by"
        required
        options={options}
        {...(error && { failed: `Error: ${error.message}` })}
      />
      {poNumber === null ? (
        <RecordField
          control={control}
          name="locationID"
          label="Location"
          {...locationChoice}
          query={{ status: 'true' }}
          current={receiving && { value: receiving.locationID, label: receiving.location.locationName }}
        />
      ) : (
        <div className="of">
          <span>Location</span>
          <b>{receiving?.location.locationName ?? order?.locationName}</b>
        </div>
      )}
    </div>
  )
}

/** Names an order together with its supplier; null without an order. */
const nameOrder = (poNumber: string | null, supplierName: string | null | undefined) =>
  [poNumber, supplierName].filter(Boolean).join(' · ') || null

/** Returns the staff who can receive goods. Adds the stored receiver, or the user, if the list lacks them. */
function useReceivers(receiving: WholeReceivingRow | null) {
  const account = useAccount()!
  const { data, error } = useQuery(readQuery(users.staff, {}))
  const people = (data?.data ?? []).map(({ userID, name }) => ({ value: userID, label: name }))
  const receiver = receiving
    ? { value: receiving.receivedByID, label: receiving.receivedBy.name }
    : { value: account.userID, label: account.name }
  const isListed = people.some(({ value }) => value === receiver.value)
  return { options: isListed ? people : [receiver, ...people], error }
}

function Totals({ lines }: { lines: readonly FormLine[] }) {
  const { totals, totalCost, arrived, ordered } = summarizeLines(lines)
  const seesCosts = useSeesCosts()
  return (
    <dl className="totals" aria-label="Totals">
      {ordered > 0 && (
        <div>
          <dt>Arrived in full</dt>
          <dd>
            {arrived} of {ordered}
          </dd>
        </div>
      )}
      <div>
        <dt>Total quantity</dt>
        <dd>{formatTotals(totals)}</dd>
      </div>
      {seesCosts && (
        <div>
          <dt>Total cost</dt>
          <dd>{formatPeso(totalCost)}</dd>
        </div>
      )}
    </dl>
  )
}
