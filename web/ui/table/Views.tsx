import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

import { savedViews, type SavedViewRow } from '../../../contract/company/saved-views.ts'
import type { ViewList } from '../../../contract/company/view-lists.ts'
import { read, useWrite } from '../../lib/query.ts'
import { may, useAccount } from '../../lib/session.ts'
import { useDialogs } from '../dialog/dialogs.tsx'
import { CheckIcon, DownIcon } from '../icons.tsx'
import { toasts } from '../toasts.ts'
import { keyIn } from './listState.ts'
import { EditView, SaveView } from './ViewForm.tsx'
import { differs, keptOf, searchOf } from './views.ts'

/** A list's views: its search, filters, order and columns under a name, one's own and those shared with everybody. */
export function Views({
  list,
  schema,
  hidden,
  onHide,
}: {
  list: ViewList
  /** The list's query: what of the address belongs to a view. */
  schema: { shape: Record<string, unknown> }
  /** The names of the columns that are not shown. */
  hidden: readonly string[]
  onHide: (names: string[]) => void
}) {
  const account = useAccount()
  const manager = may(account, 'views.share')
  const dialogs = useDialogs()
  const [search, setSearch] = useSearchParams()
  const [form, setForm] = useState<'save' | 'edit' | null>(null)
  const { data } = useQuery({ ...read(savedViews.list, { query: { list } }), staleTime: 60_000 })
  const update = useWrite(savedViews.update)
  const remove = useWrite(savedViews.remove)
  const setDefault = useWrite(savedViews.setDefault)
  const views = data?.data ?? []
  const current = views.find(({ viewID }) => viewID === keyIn(search, 'view')) ?? null
  const showing = { query: keptOf(schema, search), hidden }
  const changed = current !== null && differs(current, showing)
  const mayChange = current !== null && (manager || !current.shared)
  useDefaultView(data?.data, open)

  function open(view: SavedViewRow | null, how: { replace?: boolean } = {}) {
    onHide(view?.hidden ?? [])
    setSearch(view ? searchOf(view) : '', { preventScrollReset: true, ...how })
  }
  /** Does something, and says what came of it. */
  async function work(done: string, doing: Promise<unknown>) {
    try {
      await doing
      toasts.success(done)
    } catch (error) {
      toasts.error((error as Error).message)
    }
  }
  const name = current?.viewName
  const onUpdate = () =>
    work(
      `‘${name}’ is what you see now`,
      update.mutateAsync({
        id: current!.viewID,
        body: { ...showing, hidden: [...hidden], updatedAt: current!.updatedAt },
      }),
    )
  const onDefault = () =>
    work(
      current!.isDefault ? 'The list opens with all there is' : `The list opens with ‘${name}’`,
      setDefault.mutateAsync({ body: { list, viewID: current!.isDefault ? null : current!.viewID } }),
    )
  async function onDelete() {
    const { viewID, shared } = current!
    const sure = await dialogs.confirm({
      title: `Delete ‘${name}’?`,
      text: shared ? 'Nobody will have this view any more. What it shows stays.' : 'What the view shows stays.',
      action: 'Delete view',
      cancel: 'Keep view',
      danger: true,
    })
    if (!sure) return
    await work(`‘${name}’ is deleted`, remove.mutateAsync({ id: viewID }))
    open(null)
  }

  const choice = (view: SavedViewRow) => (
    <Menu.Item
      key={view.viewID}
      leftSection={view === current ? <CheckIcon /> : <span className="no-check" />}
      aria-current={view === current || undefined}
      onClick={() => open(view)}
    >
      {view.viewName}
      {view.isDefault && <small> (opens with it)</small>}
    </Menu.Item>
  )
  const own = views.filter(({ shared }) => !shared)
  const shared = views.filter(({ shared }) => shared)
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button variant="subtle" size="sm" className="views" rightSection={<DownIcon />}>
            <span className="vh">View: </span>
            {name ?? 'Views'}
            {changed && <small> (changed)</small>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="views-menu">
          <Menu.Item
            leftSection={current === null ? <CheckIcon /> : <span className="no-check" />}
            onClick={() => open(null)}
          >
            All, in every column
          </Menu.Item>
          {own.length > 0 && <Menu.Label>Yours</Menu.Label>}
          {own.map(choice)}
          {shared.length > 0 && <Menu.Label>Everybody’s</Menu.Label>}
          {shared.map(choice)}
          <Menu.Divider />
          <Menu.Item onClick={() => setForm('save')}>Save as…</Menu.Item>
          {mayChange && (
            <>
              {changed && <Menu.Item onClick={() => void onUpdate()}>Update ‘{name}’</Menu.Item>}
              <Menu.Item onClick={() => setForm('edit')}>Rename or share…</Menu.Item>
              <Menu.Item onClick={() => void onDelete()}>Delete…</Menu.Item>
            </>
          )}
          {current && (
            <Menu.Item onClick={() => void onDefault()}>
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

/** Opens the list with the view that somebody chose for it, once, where its address asks for nothing else. */
function useDefaultView(
  views: SavedViewRow[] | undefined,
  open: (view: SavedViewRow, how: { replace: boolean }) => void,
) {
  const [search] = useSearchParams()
  const decided = useRef(search.size > 0)
  useEffect(() => {
    if (decided.current || views === undefined) return
    decided.current = true
    const chosen = views.find(({ isDefault }) => isDefault)
    // Who was quicker than the answer has begun with something else.
    if (chosen && search.size === 0) open(chosen, { replace: true })
  })
}
