import '../closing.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'

import { formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import { drawerSessions } from '../../../../../contract/drawers/drawer-sessions.ts'
import { type DrawerRow, drawers } from '../../../../../contract/drawers/drawers.ts'
import { screens } from '../../../../../contract/shared/screens.ts'
import { readQuery, useWrite } from '../../../../lib/query.ts'
import { PageHeader } from '../../../../ui/PageHeader.tsx'
import { useShortcuts } from '../../../../ui/shortcuts.ts'
import { FailedRecord } from '../../../../ui/table/FailedRecord.tsx'
import { readKey } from '../../../../ui/table/listState.ts'
import { Loading } from '../../../../ui/table/ListStates.tsx'
import { toasts } from '../../../../ui/toasts.ts'
import { CountDesk } from '../count/CountDesk.tsx'
import { listCurrencies, listRows, sumOf, toCountInput } from '../count/countDraft.ts'
import { CountKeys } from '../count/CountKeys.tsx'
import { useCountDraft } from '../count/useCountDraft.ts'
import { NoDrawerChosen } from '../NoDrawerChosen.tsx'
import { showFailure } from '../showFailure.ts'

/** Opens a drawer (`?id=3`) with the cash that is counted in it. */
export function OpenDrawerPage() {
  const id = readKey(useSearchParams()[0], 'id')
  const { data, error, refetch } = useQuery(readQuery(drawers.list, {}))
  const drawer = data?.data.find(({ drawerID }) => drawerID === id)
  if (id === null || (data && !drawer)) return <NoDrawerChosen title="Open the drawer" />
  return (
    <>
      <PageHeader title={drawer ? `Open ${drawer.drawerName}` : 'Open the drawer'}>
        <CountKeys />
      </PageHeader>
      {error ? (
        <section className="panel">
          <FailedRecord error={error} onRetry={() => void refetch()} back={{ label: 'Drawer', to: screens.drawer }} />
        </section>
      ) : !drawer ? (
        <section className="panel">
          <Loading rows={8} pics={false} />
        </section>
      ) : drawer.session === null && drawer.status ? (
        <CountOpening drawer={drawer} />
      ) : (
        <section className="panel closing-card">
          <h2>{drawer.session ? `${drawer.drawerName} is open already` : `${drawer.drawerName} is Inactive`}</h2>
          <div className="closing-actions">
            <Button component={Link} to={screens.drawer}>
              Back to the drawer
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

function CountOpening({ drawer: { drawerID: id, drawerName, locationName, countsYen } }: { drawer: DrawerRow }) {
  const { draft, setDraft, forget } = useCountDraft(`opening of drawer ${id}`)
  const navigate = useNavigate()
  const open = useWrite(drawerSessions.open)
  const sums = listCurrencies(countsYen).map((currency) =>
    formatCash(currency, sumOf(draft, listRows(countsYen), currency)),
  )

  function send() {
    if (open.isPending) return
    open.mutate(
      { id, body: toCountInput(draft, countsYen) },
      {
        onSuccess: ({ data }) => {
          forget()
          toasts.success(`${drawerName} is open with ${sums.join(' and ')} (${data.number})`)
          void navigate(screens.drawer)
        },
        onError: showFailure,
      },
    )
  }
  useShortcuts('Opening', [
    { key: 'F9', what: 'Open the drawer', run: send, once: true },
    { key: 'ArrowUp ArrowDown Enter', what: 'Go to another denomination' },
  ])
  return (
    <CountDesk
      countsYen={countsYen}
      draft={draft}
      onDraft={setDraft}
      hint="Count what is in the drawer now."
      finish={
        <Button variant="filled" loading={open.isPending} onClick={send}>
          Open
        </Button>
      }
    >
      <section className="panel count-about">
        <h2>Count what is in the drawer</h2>
        <p>The session begins with this count. What it differs from the last close is kept as a row of its own.</p>
        <dl>
          <div>
            <dt>Drawer</dt>
            <dd>{drawerName}</dd>
          </div>
          <div>
            <dt>Location</dt>
            <dd>{locationName}</dd>
          </div>
        </dl>
      </section>
      <div className="count-actions">
        <Button variant="filled" loading={open.isPending} onClick={send}>
          Open with {sums[0]} <kbd>F9</kbd>
        </Button>
        <Button component={Link} to={screens.drawer}>
          Cancel
        </Button>
      </div>
    </CountDesk>
  )
}
