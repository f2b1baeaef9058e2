import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

import { savedViews, type SavedViewRow } from '../../../contract/company/saved-views.ts'
import type { ViewList } from '../../../contract/company/view-lists.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { useDialogs } from '../dialog/dialogs.tsx'
import { toasts } from '../toasts.ts'
import { readKey } from './listState.ts'
import { hasChanged, savedQueryOf, searchOf, type ListState } from './views.ts'

/** Returns the saved views of a list, and the view that the list was opened with. */
export function useViews(
  list: ViewList,
  schema: { shape: Record<string, unknown> },
  hidden: readonly string[],
  onHide: (names: string[]) => void,
) {
  const [search, setSearch] = useSearchParams()
  const { data } = useQuery({ ...readQuery(savedViews.list, { query: { list } }), staleTime: 60_000 })
  const views = data?.data ?? []
  const current = views.find(({ viewID }) => viewID === readKey(search, 'view')) ?? null
  const showing: ListState = { query: savedQueryOf(schema, search), hidden }
  useDefaultView(data?.data, open)

  /** Opens the list with a view; null shows all records in all columns. */
  function open(view: SavedViewRow | null, how: { replace?: boolean } = {}) {
    onHide(view?.hidden ?? [])
    setSearch(view ? searchOf(view) : '', { preventScrollReset: true, ...how })
  }
  return { views, current, showing, isChanged: current !== null && hasChanged(current, showing), open }
}

/** Returns the functions that change a saved view without a form. Each one reports its result in a toast. */
export function useViewActions(list: ViewList, showing: ListState, onDeleted: () => void) {
  const dialogs = useDialogs()
  const update = useWrite(savedViews.update)
  const remove = useWrite(savedViews.remove)
  const setDefault = useWrite(savedViews.setDefault)

  async function report(done: string, work: Promise<unknown>) {
    try {
      await work
      toasts.success(done)
    } catch (error) {
      toasts.error((error as Error).message)
    }
  }
  const overwrite = ({ viewID, viewName, updatedAt }: SavedViewRow) => {
    const body = { ...showing, hidden: [...showing.hidden], updatedAt }
    return report(`‘${viewName}’ is what you see now`, update.mutateAsync({ id: viewID, body }))
  }
  const toggleDefault = ({ viewID, viewName, isDefault }: SavedViewRow) =>
    report(
      isDefault ? 'The list opens with all there is' : `The list opens with ‘${viewName}’`,
      setDefault.mutateAsync({ body: { list, viewID: isDefault ? null : viewID } }),
    )
  async function deleteView({ viewID, viewName, shared }: SavedViewRow) {
    const sure = await dialogs.confirm({
      title: `Delete ‘${viewName}’?`,
      text: shared ? 'Nobody will have this view any more. What it shows stays.' : 'What the view shows stays.',
      action: 'Delete view',
      cancel: 'Keep view',
      danger: true,
    })
    if (!sure) return
    await report(`‘${viewName}’ is deleted`, remove.mutateAsync({ id: viewID }))
    onDeleted()
  }
  return { overwrite, toggleDefault, deleteView }
}

/** Opens the user's default view of the list once, if the address has no query. */
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
    // The user may have changed the list before the response arrived.
    if (chosen && search.size === 0) open(chosen, { replace: true })
  })
}
