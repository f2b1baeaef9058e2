import { CashOutLimiting, settingsChanges } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { yenPerPeso } from '../../../contract/drawers/drawer-rules.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useSettings } from '../../lib/settings.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { MoneyField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { Setting } from './Setting.tsx'

/** Lets a manager choose the largest cash out of a drawer without a manager. A shop without drawers needs no such limit. */
export function CashDrawers() {
  const settings = useSettings()
  if (!settings?.hasDrawers) return null
  return (
    <Setting title="Cash drawers" hint="How much cash Staff take out of a drawer without a Manager.">
      <CashOut />
    </Setting>
  )
}

function CashOut() {
  const { data, error, refetch } = useFormQuery(settings.get, 'cash out', () => call(settings.get, {}))
  if (data) return <Form key={data.data.updatedAt} stored={data.data} />
  return <Pending error={error} refetch={refetch} height={144} />
}

function Form({ stored }: { stored: SettingsRow }) {
  const write = useWrite(settingsChanges.limitCashOut)
  const form = useRecordForm(CashOutLimiting, stored)
  return (
    <RecordForm
      title="Cash drawers"
      action="Save limit"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={['Limit Saved!', 'It holds for every drawer from now on.']}
      onClose={() => {}}
      inPage
    >
      <MoneyField
        control={form.control}
        name="cashOutLimit"
        required
        hint={`More cash out needs a Manager. In yen it is ${yenPerPeso} times as much.`}
      />
    </RecordForm>
  )
}
