import './receiving.css'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'

import {
  type ReceivingDraftRow,
  receivings,
  type WholeReceivingRow,
} from '../../../../contract/purchasing/receivings.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { call } from '../../../lib/api.ts'
import { today } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { ReceivingFields } from './ReceivingFields.tsx'
import {
  isOtherCost,
  listItemsToSend,
  linesOfDraft,
  linesOfStored,
  ReceivingForm,
  type ReceivingFormValues,
  stockOr0,
} from './receivingForm.ts'
import { describeArrival } from './receivingTotals.ts'
import { withLabels } from './withLabels.ts'

const size = 1160

/** Enters a delivery. `draft` holds the outstanding lines of an order; null means a receipt without an order. */
export function CreateReceiving({ draft, onClose }: { draft: ReceivingDraftRow | null; onClose: () => void }) {
  const [open, setOpen] = useState(false)
  const receivedDate = today(useTimeZone())
  const receivedByID = useAccount()!.userID
  const write = useWrite(receivings.create)
  const made = useRef<number | null>(null)
  const openLabels = useOpenLabels()
  const form = useRecordForm(ReceivingForm, {
    poID: draft?.poID ?? null,
    referenceNumber: '',
    receivedDate,
    receivedByID,
    locationID: null,
    items: draft ? linesOfDraft(draft) : [],
  })
  const confirm = useConfirmCompletion()
  const mayComplete = useMayComplete(form)
  const bodyOf = ({ items, locationID, ...values }: ReceivingFormValues) => ({
    ...values,
    ...(values.poID === null && { locationID }),
    items: listItemsToSend(items),
  })
  return (
    <RecordForm
      title="Create Purchase Order Receiving"
      action="Save"
      form={form}
      write={write}
      save={(values) => write.mutateAsync({ body: bodyOf(values) })}
      done={['Purchase Order Receiving Created!', 'The new purchase order receiving has been successfully created.']}
      finish={
        mayComplete
          ? {
              action: 'Complete',
              before: confirm,
              save: async (values) => {
                const { data } = await write.mutateAsync({ body: { ...bodyOf(values), status: 'Completed' } })
                made.current = data.poReceivingID
              },
              done: completionMessage,
              offer: { label: 'Print Labels', run: () => openLabels(made.current!) },
            }
          : undefined
      }
      onClose={onClose}
      size={size}
      covered={open}
    >
      <ReceivingFields form={form} receiving={null} draft={draft} open={open} onOpen={setOpen} />
      {!mayComplete && <p className="hint">{managerCompletes}</p>}
    </RecordForm>
  )
}

/** Edits, completes or cancels a Pending receiving. `draft` holds the outstanding lines of its order. */
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
  const openLabels = useOpenLabels()
  const form = useRecordForm(ReceivingForm, formValuesOf(receiving, draft))
  const confirm = useConfirmCompletion()
  const mayComplete = useMayComplete(form)
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
      items: listItemsToSend(items),
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
    // The list then shows the canceled receiving read-only in place of this form.
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
        record: { ...formValuesOf(receiving, draft), updatedAt: receiving.updatedAt },
        reload: async () => {
          const { data } = await call(receivings.get, { id })
          return { ...formValuesOf(data, draft), updatedAt: data.updatedAt }
        },
      }}
      done={['Purchase Order Receiving Updated!', 'The purchase order receiving has been successfully updated.']}
      finish={
        mayComplete
          ? {
              action: 'Complete',
              before: confirm,
              save: (values, updatedAt) => complete.mutateAsync({ id, body: bodyOf(values, updatedAt) }),
              done: completionMessage,
              offer: { label: 'Print Labels', run: () => openLabels(id) },
            }
          : undefined
      }
      onClose={onClose}
      size={size}
      covered={open}
    >
      <ReceivingFields form={form} receiving={receiving} draft={draft} open={open} onOpen={setOpen} />
      {!mayComplete && <p className="hint">{managerCompletes}</p>}
      <div>
        <Button onClick={() => void cancelReceiving()}>Cancel Receiving</Button>
      </div>
    </RecordForm>
  )
}

const managerCompletes =
  'A manager completes what arrived without a purchase order, or at other costs than ordered. Save it for them.'

/** Whether the user may complete the receiving as it is entered now. Staff complete an order at its costs. */
function useMayComplete({ control }: FormOf<typeof ReceivingForm>) {
  const [poID, items] = useWatch({ control, name: ['poID', 'items'] })
  const mayReceiveFreely = may(useAccount(), 'purchasing.receive_freely')
  return mayReceiveFreely || (poID !== null && !items.some((line) => stockOr0(line) > 0 && isOtherCost(line)))
}

const completionMessage = [
  'Purchase Order Receiving Completed!',
  'The goods are in stock, and their average cost has followed.',
] as const

const formValuesOf = (receiving: WholeReceivingRow, draft: ReceivingDraftRow | null): ReceivingFormValues => ({
  poID: receiving.poID,
  referenceNumber: receiving.referenceNumber ?? '',
  receivedDate: receiving.receivedDate,
  receivedByID: receiving.receivedByID,
  locationID: receiving.locationID,
  items: linesOfStored(receiving, draft),
})

/** Returns a function that opens a receiving with the labels of what arrived. */
function useOpenLabels() {
  const navigate = useNavigate()
  return (id: number) => void navigate(recordPathOf(screens.receivings, id), { state: withLabels })
}

/** Returns a function that asks for confirmation, because completing a receiving cannot be undone. */
function useConfirmCompletion() {
  const dialogs = useDialogs()
  return ({ items }: ReceivingFormValues) => {
    return dialogs.confirm({
      title: 'Complete this receiving?',
      text: `${describeArrival(items)}.\nIt enters the stock and moves the average cost. A completed receiving can no longer be changed.`,
      action: 'Complete',
      cancel: 'Not yet',
    })
  }
}
