import { useRef } from 'react'

import { savedViews, type SavedViewRow, ViewNaming } from '../../../contract/company/saved-views.ts'
import type { ViewList } from '../../../contract/company/view-lists.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { SwitchField, TextField } from '../form/fields.tsx'
import { type FormOf, useRecordForm } from '../form/recordForm.ts'
import { RecordForm } from '../form/RecordForm.tsx'
import type { ListState } from './views.ts'

/** Saves the current state of a list as a new view. */
export function SaveView({
  list,
  showing: { query, hidden },
  manager,
  onSaved,
  onClose,
}: {
  list: ViewList
  showing: ListState
  manager: boolean
  onSaved: (view: SavedViewRow) => void
  onClose: () => void
}) {
  const write = useWrite(savedViews.create)
  const form = useRecordForm(ViewNaming, { viewName: '' })
  const created = useRef<SavedViewRow>(null)
  return (
    <RecordForm
      title="Save View"
      action="Save View"
      form={form}
      write={write}
      save={async (body) => {
        const { data } = await write.mutateAsync({ body: { ...body, list, query, hidden: [...hidden] } })
        created.current = data
      }}
      done={['View Saved!', 'Search, filters, order and columns are kept under its name.']}
      onClose={() => {
        onClose()
        // The address changes only after the form has closed, because a form with unsaved values blocks every change of
        // the address.
        if (created.current) onSaved(created.current)
      }}
    >
      <NameFields control={form.control} manager={manager} />
    </RecordForm>
  )
}

export function EditView({ view, manager, onClose }: { view: SavedViewRow; manager: boolean; onClose: () => void }) {
  const { viewID: id } = view
  const write = useWrite(savedViews.update)
  const form = useRecordForm(ViewNaming, view)
  const reload = async () => {
    const { data } = await call(savedViews.list, { query: { list: view.list } })
    return data.find(({ viewID }) => viewID === id) ?? view
  }
  return (
    <RecordForm
      title="Edit View"
      action="Update View"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      about={{ entity: 'savedView', id }}
      stored={{ record: view, reload }}
      done={['View Updated!', 'The view has been successfully updated.']}
      onClose={onClose}
    >
      <NameFields control={form.control} manager={manager} />
    </RecordForm>
  )
}

function NameFields({ control, manager }: { control: FormOf<typeof ViewNaming>['control']; manager: boolean }) {
  return (
    <>
      <TextField control={control} name="viewName" label="View name" required />
      {manager && (
        <SwitchField control={control} name="shared" label="Shared" hint="Everybody sees it; managers change it" />
      )}
    </>
  )
}
