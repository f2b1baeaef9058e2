import { useMemo } from 'react'

import { listTimeZones, settingsChanges, SettingsInput } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { locations } from '../../../contract/stock/locations.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { NumberField, RecordField, SelectField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { locationChoice } from '../shared/choices.ts'
import { lineChoices } from '../shared/waitingLine.ts'

/**
 * Fetches the settings and the name of their location. The first page of the location field's choices may not contain
 * it.
 */
async function fetchSettings() {
  const { data } = await call(settings.get, {})
  const { data: location } = await call(locations.get, { id: data.defaultLocationID })
  return { data, location }
}

/** Lets a manager edit the shop's settings. */
export function ShopSettings() {
  const { data, error, refetch } = useFormQuery(settings.get, 'form', fetchSettings)
  if (data) return <Form key={data.data.updatedAt} stored={data.data} locationName={data.location.locationName} />
  return <Pending error={error} refetch={refetch} height={447} />
}

function Form({ stored, locationName }: { stored: SettingsRow; locationName: string }) {
  const write = useWrite(settingsChanges.update)
  const form = useRecordForm(SettingsInput, stored)
  const { control } = form
  const zones = useTimeZoneOptions(stored.timeZone)
  return (
    <RecordForm
      title="Shop settings"
      action="Save settings"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={['Settings Saved!', 'They hold for everybody from now on.']}
      onClose={() => {}}
      inPage
    >
      <SelectField
        control={control}
        name="timeZone"
        label="Time zone"
        required
        hint="Days, months and years begin at its midnight, on every screen and paper."
        options={zones}
      />
      <RecordField
        control={control}
        name="defaultLocationID"
        label="Default location"
        required
        hint="New sales, new items’ stock and deliveries without an order start here."
        {...locationChoice}
        query={{ status: 'true', sort: 'locationName' }}
        current={{ value: stored.defaultLocationID, label: locationName }}
      />
      <NumberField
        control={control}
        name="holdDays"
        label="Days a hold lasts"
        required
        hint="So long a saved sale keeps its stock, from 1 to 365. Holds that run already end when they said."
      />
      <NumberField
        control={control}
        name="leastDeposit"
        label="Least deposit"
        hint="A smaller payment leaves the hold as it is; from here on the goods are kept until the sale is closed. 0: any payment."
      />
      <SelectField
        control={control}
        name="leastDepositUnit"
        label="Least deposit unit"
        options={[
          { value: 'pesos', label: 'Pesos' },
          { value: 'percent', label: 'Percent of the total' },
        ]}
      />
      <NumberField
        control={control}
        name="creditMonths"
        label="Months until store credit expires"
        hint="Unused credit older than this expires, the oldest first. Empty: it never expires."
      />
      <NumberField
        control={control}
        name="leastMargin"
        label="Least margin"
        suffix="%"
        hint="A sale below the cost and this on top needs a manager. Empty: there is no such floor."
      />
      <NumberField
        control={control}
        name="identityFrom"
        label="Identity from"
        prefix="₱"
        hint="A trade-in of this or more notes who saw a document, and which kind. No number and no copy is kept. Empty: never."
      />
      <SelectField
        control={control}
        name="liveLineLength"
        required
        hint="So many buyers may wait behind the winner of a piece in a new live. Each live may differ."
        options={lineChoices}
      />
    </RecordForm>
  )
}

/**
 * Lists every time zone with its current UTC offset, including the stored one if this browser names it differently.
 */
function useTimeZoneOptions(stored: string) {
  return useMemo(
    () =>
      [...new Set([...listTimeZones(), stored])].map((timeZone) => ({
        value: timeZone,
        label: `${timeZone.replaceAll('_', ' ')} (${offsetOf(timeZone)})`,
      })),
    [stored],
  )
}

const offsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
