import { CostHiding, settingsChanges } from '../../../contract/company/settings-changes.ts'
import { settings, type SettingsRow } from '../../../contract/company/settings.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useFormQuery } from '../../lib/useFormQuery.ts'
import { SwitchField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'

/** Lets an administrator hide costs, suppliers' prices and profits from Staff. */
export function HiddenCosts() {
  const { data, error, refetch } = useFormQuery(settings.get, 'costs', () => call(settings.get, {}))
  if (data) return <Form key={data.data.updatedAt} stored={data.data} />
  return <Pending error={error} refetch={refetch} height={152} />
}

function Form({ stored }: { stored: SettingsRow }) {
  const write = useWrite(settingsChanges.hideCosts)
  const form = useRecordForm(CostHiding, stored)
  return (
    <RecordForm
      title="Hidden costs"
      action="Save costs"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ body: { ...body, updatedAt } })}
      stored={{ record: stored, reload: async () => (await call(settings.get, {})).data }}
      done={() =>
        form.form.getValues('hideCosts')
          ? ['Costs Hidden!', 'Staff no longer see costs and profits.']
          : ['Costs Shown!', 'Staff see costs and profits.']
      }
      onClose={() => {}}
      inPage
    >
      <SwitchField
        control={form.control}
        name="hideCosts"
        hint="Hides costs, suppliers’ prices and profits from Staff on every screen, file and paper. Staff still order and receive: the shop fills in the costs that it knows. Managers and administrators see everything."
      />
    </RecordForm>
  )
}
