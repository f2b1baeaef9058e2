import './receiving.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'

import { users } from '../../../../contract/people/users.ts'
import {
  type ReceivingDraftRow,
  receivings,
  type WholeReceivingRow,
} from '../../../../contract/purchasing/receivings.ts'
import { call } from '../../../lib/api.ts'
import { peso, quantity, today } from '../../../lib/format.ts'
import { read, useWrite } from '../../../lib/query.ts'
import { useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useFieldName } from '../../../ui/form/fieldNames.ts'
import { DateField, RecordField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { useScan } from '../../../ui/scan/useScan.ts'
import { useStrayScan } from '../../../ui/scan/useStrayScan.ts'
import { toasts } from '../../../ui/toasts.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { locationChoice } from '../../shared/choices.ts'
import {
  allOutstanding,
  type FormLine,
  itemsToSend,
  linesInWords,
  linesOfDraft,
  linesOfStored,
  noneArrived,
  ReceivingForm,
  type ReceivingFormValues,
  summaryOf,
  toldOf,
  withOneMore,
} from './receivingForm.ts'
import { ReceivingLines } from './ReceivingLines.tsx'
import { ScanField, type Told, useScannedItems } from './ReceivingScan.tsx'

const size = 1160

/** Enters a delivery: of an order (`draft`, its outstanding lines), or a direct one. */
export function CreateReceiving({ draft, onClose }: { draft: ReceivingDraftRow | null; onClose: () => void }) {
  const [open, setOpen] = useState(false)
  const receivedDate = today(useTimeZone())
  const receivedByID = useAccount()!.userID
  const write = useWrite(receivings.create)
  const form = useRecordForm(ReceivingForm, {
    poID: draft?.poID ?? null,
    referenceNumber: '',
    receivedDate,
    receivedByID,
    locationID: null,
    items: draft ? linesOfDraft(draft) : [],
  })
  const confirm = useCompletion()
  const bodyOf = ({ items, locationID, ...values }: ReceivingFormValues) => ({
    ...values,
    ...(values.poID === null && { locationID }),
    items: itemsToSend(items),
  })
  return (
    <RecordForm
      title="Create Purchase Order Receiving"
      action="Save"
      form={form}
      write={write}
      save={(values) => write.mutateAsync({ body: bodyOf(values) })}
      done={['Purchase Order Receiving Created!', 'The new purchase order receiving has been successfully created.']}
      finish={{
        action: 'Complete',
        before: confirm,
        save: (values) => write.mutateAsync({ body: { ...bodyOf(values), status: 'Completed' } }),
        done: completed,
      }}
      onClose={onClose}
      size={size}
      covered={open}
    >
      <ReceivingFields form={form} receiving={null} draft={draft} open={open} onOpen={setOpen} />
    </RecordForm>
  )
}

/** Changes, completes or cancels a Pending receiving. `draft` is what its order still waits for. */
export function EditReceiving({
  receiving,
  draft,
  onClose,
}: {
  receiving: WholeReceivingRow
  draft: ReceivingDraftRow | null
  onClose: () => void
}) {
  const id = receiving.poReceivingID
  const [open, setOpen] = useState(false)
  const dialogs = useDialogs()
  const update = useWrite(receivings.update)
  const complete = useWrite(receivings.complete)
  const cancel = useWrite(receivings.cancel)
  const form = useRecordForm(ReceivingForm, valuesOf(receiving, draft))
  const confirm = useCompletion()
  const writes = [update, complete, cancel]
  const write = {
    isPending: writes.some(({ isPending }) => isPending),
    error: writes.find(({ error }) => error !== null)?.error ?? null,
    reset: () => writes.forEach(({ reset }) => reset()),
  }
  const bodyOf = (values: ReceivingFormValues, updatedAt: string | undefined) => {
    write.reset()
    const { referenceNumber, receivedDate, receivedByID, locationID, items } = values
    return {
      referenceNumber,
      receivedDate,
      receivedByID,
      ...(receiving.poID === null && { locationID }),
      items: itemsToSend(items),
      updatedAt,
    }
  }
  async function cancelReceiving() {
    const yes = await dialogs.confirm({
      title: `Cancel receiving no. ${id}?`,
      text: 'Nothing of it enters the stock. A canceled receiving stays canceled.',
      action: 'Cancel receiving',
      cancel: 'Keep it',
      danger: true,
    })
    if (!yes) return
    write.reset()
    // Canceled, it is shown to read in this form's place.
    await cancel.mutateAsync({ id }).catch(() => null)
  }
  return (
    <RecordForm
      title={`Edit Purchase Order Receiving no. ${id}`}
      action="Save"
      form={form}
      write={write}
      save={(values, updatedAt) => update.mutateAsync({ id, body: bodyOf(values, updatedAt) })}
      stored={{
        record: { ...valuesOf(receiving, draft), updatedAt: receiving.updatedAt },
        reload: async () => {
          const { data } = await call(receivings.get, { id })
          return { ...valuesOf(data, draft), updatedAt: data.updatedAt }
        },
      }}
      done={['Purchase Order Receiving Updated!', 'The purchase order receiving has been successfully updated.']}
      finish={{
        action: 'Complete',
        before: confirm,
        save: (values, updatedAt) => complete.mutateAsync({ id, body: bodyOf(values, updatedAt) }),
        done: completed,
      }}
      onClose={onClose}
      size={size}
      covered={open}
    >
      <ReceivingFields form={form} receiving={receiving} draft={draft} open={open} onOpen={setOpen} />
      <div>
        <Button onClick={() => void cancelReceiving()}>Cancel Receiving</Button>
      </div>
    </RecordForm>
  )
}

const completed = [
  'Purchase Order Receiving Completed!',
  'The goods are in stock, and their average cost has followed.',
] as const

const valuesOf = (receiving: WholeReceivingRow, draft: ReceivingDraftRow | null): ReceivingFormValues => ({
  poID: receiving.poID,
  referenceNumber: receiving.referenceNumber ?? '',
  receivedDate: receiving.receivedDate,
  receivedByID: receiving.receivedByID,
  locationID: receiving.locationID,
  items: linesOfStored(receiving, draft),
})

/** Asks before goods enter the stock: that cannot be taken back. */
function useCompletion() {
  const dialogs = useDialogs()
  return ({ items }: ReceivingFormValues) => {
    const { totalQty, totalCost } = summaryOf(items)
    return dialogs.confirm({
      title: 'Complete this receiving?',
      text: `${quantity(totalQty)} in all, for ${peso(totalCost)}, enter the stock and move its average cost. A completed receiving can no longer be changed.`,
      action: 'Complete',
      cancel: 'Not yet',
    })
  }
}

function ReceivingFields({
  form: { form, control },
  receiving,
  draft,
  open,
  onOpen,
}: {
  form: FormOf<typeof ReceivingForm>
  receiving: WholeReceivingRow | null
  draft: ReceivingDraftRow | null
  /** Whether an item is being chosen. */
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const account = useAccount()!
  const dialogs = useDialogs()
  const staff = useQuery(read(users.staff, {}))
  const { field } = useController({ control, name: 'items' })
  useFieldName('items', 'Items', (value) => linesInWords((value ?? []) as FormLine[]))
  const [order, setOrder] = useState(draft)
  /** Whether the lines are everything outstanding, as the form began: nobody has counted yet. */
  const prefilled = useRef(receiving === null && draft !== null)
  const scanField = useRef<HTMLInputElement>(null)
  const lines = field.value
  const poNumber = receiving?.purchaseOrder?.poNumber ?? order?.poNumber ?? null
  const setLines = (next: FormLine[]) => field.onChange(next)

  function change(next: FormLine[]) {
    prefilled.current = false
    setLines(next)
  }

  async function add({ itemID, itemName }: { itemID: number; itemName: string }): Promise<Told> {
    // As they are now: what was scanned before may still be to be drawn.
    const now = form.getValues('items')
    const fromZero = prefilled.current
    const counted = withOneMore(fromZero ? noneArrived(now) : now, itemID)
    if (counted) {
      change(counted.lines)
      const { text, wrong } = toldOf(counted.line)
      return { text: fromZero ? `Counting from zero. ${text}` : text, wrong }
    }
    if (poNumber !== null) return { text: `Purchase order ${poNumber} waits for no ${itemName}`, wrong: true }
    const { data } = await call(receivings.draft, { query: { itemID } })
    change([...form.getValues('items'), ...linesOfDraft(data)])
    if (form.getValues('locationID') === null) form.setValue('locationID', data.locationID)
    return { text: `${itemName} added`, wrong: false }
  }
  const { told, scan, forget } = useScannedItems(() => form.getValues('items'), add)
  const onStray = useStrayScan(scan, scanField)
  useScan((code) => {
    if (!open) scan(code)
  })

  async function chooseOrder(poID: number | null) {
    const before = order?.poID ?? null
    if (poID === before) return
    const entered = !prefilled.current && summaryOf(form.getValues('items')).totalQty > 0
    if (entered && !(await dialogs.confirm(anotherOrder))) return form.setValue('poID', before)
    try {
      const chosen = poID === null ? null : (await call(receivings.draft, { query: { poID } })).data
      setOrder(chosen)
      setLines(chosen ? linesOfDraft(chosen) : [])
      prefilled.current = chosen !== null
      forget()
    } catch (error) {
      form.setValue('poID', before)
      toasts.error((error as Error).message)
    }
  }

  const people = (staff.data?.data ?? []).map(({ userID, username }) => ({ value: userID, label: username }))
  const receiver = receiving && { value: receiving.receivedByID, label: receiving.receivedBy.username }
  const known = people.some(({ value }) => value === (receiver?.value ?? account.userID))
  const others = known ? [] : [receiver ?? { value: account.userID, label: account.name }]
  const direct = poNumber === null
  return (
    <>
      {/* Keys bubble up to it from the fields. */}
      <div className="receiving" onKeyDownCapture={onStray}>
        <div className="fields">
          {receiving ? (
            <div className="of">
              <span>Purchase order</span>
              <b>{poNumber ?? 'None'}</b>
            </div>
          ) : (
            <RecordField
              control={control}
              name="poID"
              label="Purchase order"
              list={receivings.orders}
              option={(o) => ({ value: o.poID, label: `${o.poNumber} · ${o.supplier.supplierName}` })}
              current={order?.poNumber ? { value: order.poID!, label: order.poNumber } : null}
              clearable
              onPick={(o) => void chooseOrder(o?.poID ?? null)}
            />
          )}
          <TextField control={control} name="referenceNumber" label="Reference number" required />
          <DateField control={control} name="receivedDate" label="Received date" required />
          <SelectField
            control={control}
            name="receivedByID"
            label="Received by"
            required
            options={[...others, ...people]}
            {...(staff.error && { failed: `Error: ${staff.error.message}` })}
          />
          {direct ? (
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
        <section className="arrived" aria-label="What arrived">
          <div className="arrived-head">
            <h2>What arrived</h2>
            <ScanField field={scanField} told={told} onScan={scan} />
            {direct ? (
              <Button onClick={() => onOpen(true)}>Add Item</Button>
            ) : (
              <>
                <Button onClick={() => change(noneArrived(lines))}>Start from zero</Button>
                <Button onClick={() => change(allOutstanding(lines))}>All outstanding</Button>
              </>
            )}
          </div>
          {lines.length === 0 ? (
            <p className="none">{direct ? nothingYet : 'Nothing is outstanding'}</p>
          ) : (
            <ReceivingLines lines={lines} onChange={change} />
          )}
          <Totals lines={lines} />
        </section>
      </div>
      {open && <SelectItem onAdd={(item) => void add(item)} onClose={() => onOpen(false)} />}
    </>
  )
}

const anotherOrder = {
  title: 'Choose another purchase order?',
  text: 'The items and quantities entered so far are of this delivery. They are taken out of the form.',
  action: 'Choose another',
  cancel: 'Keep what is entered',
  danger: true,
}

const nothingYet = 'No items added. Choose the purchase order that this is, or add what arrived without one.'

function Totals({ lines }: { lines: readonly FormLine[] }) {
  const { totalQty, totalCost, arrived, ordered } = summaryOf(lines)
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
        <dd>{quantity(totalQty)}</dd>
      </div>
      <div>
        <dt>Total cost</dt>
        <dd>{peso(totalCost)}</dd>
      </div>
    </dl>
  )
}
