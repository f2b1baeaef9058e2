import { ParcelInput, type ParcelRow, parcels } from '../../../../contract/order-page/parcels.ts'
import { call } from '../../../lib/api.ts'
import { today } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { DateField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

/** Adds a parcel to a sale, or corrects a stored one. */
export function ParcelForm({ id, stored, onClose }: { id: number; stored: ParcelRow | null; onClose: () => void }) {
  const timeZone = useTimeZone()
  const add = useWrite(parcels.add)
  const change = useWrite(parcels.change)
  const form = useRecordForm(ParcelInput, stored ?? { carrier: '', trackingNumber: '', sentOn: today(timeZone) })
  const { control } = form
  const parcelID = stored?.parcelID ?? 0
  const reload = async () =>
    (await call(parcels.ofSale, { id })).data.find((one) => one.parcelID === parcelID) ?? stored!
  return (
    <RecordForm
      title={stored ? 'Correct Parcel' : 'Add Parcel'}
      action={stored ? 'Save parcel' : 'Add parcel'}
      form={form}
      write={stored ? change : add}
      save={(body, updatedAt) =>
        stored ? change.mutateAsync({ id, parcelID, body: { ...body, updatedAt } }) : add.mutateAsync({ id, body })
      }
      {...(stored && { about: { entity: 'parcel' as const, id: parcelID }, stored: { record: stored, reload } })}
      done={[stored ? 'Parcel Saved!' : 'Parcel Added!', 'The buyer sees it on the page of the order.']}
      size={480}
      onClose={onClose}
    >
      <div className="two">
        <TextField control={control} name="carrier" required hint="Who brings it." />
        <DateField control={control} name="sentOn" required />
      </div>
      <TextField control={control} name="trackingNumber" required />
      <TextField control={control} name="trackingAddress" hint="The carrier’s page of this parcel, from https:// on." />
      <TextAreaField control={control} name="note" hint="The buyer reads it on the page of the order." />
    </RecordForm>
  )
}
