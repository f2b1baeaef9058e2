import { Button, Menu } from '@mantine/core'
import { useState } from 'react'

import type { SavedViewRow } from '../../../contract/company/saved-views.ts'
import type { ViewList } from '../../../contract/company/view-lists.ts'
import { may, useAccount } from '../../lib/session.ts'
import { CheckIcon, DownIcon } from '../icons.tsx'
import { useViewActions, useViews } from './useViews.ts'
import { EditView, SaveView } from './ViewForm.tsx'

/**
 * The saved views of a list. A view is a name for a search, filters, an order and columns. Lists the user's own views
 * and the shared ones.
 */
export function Views({
  list,
  schema,
  hidden,
  onHide,
}: {
  list: ViewList
  /** The schema of the list's query. It determines which parameters belong to a view. */
  schema: { shape: Record<string, unknown> }
  /** The names of the hidden columns. */
  hidden: readonly string[]
  onHide: (names: string[]) => void
}) {
  const manager = may(useAccount(), 'views.share')
  const [form, setForm] = useState<'save' | 'edit' | null>(null)
  const { views, current, showing, isChanged, open } = useViews(list, schema, hidden, onHide)
  const { overwrite, toggleDefault, deleteView } = useViewActions(list, showing, () => open(null))
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button variant="subtle" size="sm" className="views" rightSection={<DownIcon />}>
            <span className="vh">View: </span>
            {current?.viewName ?? 'Views'}
            {isChanged && <small> (changed)</small>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="views-menu">
          <ViewChoices views={views} current={current} onOpen={open} />
          <Menu.Divider />
          <Menu.Item onClick={() => setForm('save')}>Save as…</Menu.Item>
          {current !== null && (manager || !current.shared) && (
            <>
              {isChanged && <Menu.Item onClick={() => void overwrite(current)}>Update ‘{current.viewName}’</Menu.Item>}
              <Menu.Item onClick={() => setForm('edit')}>Rename or share…</Menu.Item>
              <Menu.Item onClick={() => void deleteView(current)}>Delete…</Menu.Item>
            </>
          )}
          {current && (
            <Menu.Item onClick={() => void toggleDefault(current)}>
              {current.isDefault ? 'No longer open with it' : 'Open the list with it'}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {form === 'save' && (
        <SaveView list={list} showing={showing} manager={manager} onSaved={open} onClose={() => setForm(null)} />
      )}
      {form === 'edit' && current && <EditView view={current} manager={manager} onClose={() => setForm(null)} />}
    </>
  )
}

/** The views that the user can open: all records in all columns, the user's own views, and the shared ones. */
function ViewChoices({
  views,
  current,
  onOpen,
}: {
  views: readonly SavedViewRow[]
  current: SavedViewRow | null
  onOpen: (view: SavedViewRow | null) => void
}) {
  const mark = (view: SavedViewRow | null) => (view === current ? <CheckIcon /> : <span className="no-check" />)
  const choice = (view: SavedViewRow) => (
    <Menu.Item
      key={view.viewID}
      leftSection={mark(view)}
      aria-current={view === current || undefined}
      onClick={() => onOpen(view)}
    >
      {view.viewName}
      {view.isDefault && <small> (opens with it)</small>}
    </Menu.Item>
  )
  const own = views.filter(({ shared }) => !shared)
  const shared = views.filter(({ shared }) => shared)
  return (
    <>
      <Menu.Item leftSection={mark(null)} onClick={() => onOpen(null)}>
        All, in every column
      </Menu.Item>
      {own.length > 0 && <Menu.Label>Yours</Menu.Label>}
      {own.map(choice)}
      {shared.length > 0 && <Menu.Label>Everybody’s</Menu.Label>}
      {shared.map(choice)}
    </>
  )
}
