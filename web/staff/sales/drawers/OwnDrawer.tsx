import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import type { MovementDirection } from '../../../../contract/drawers/drawer-rules.ts'
import { type DrawerSessionRow, drawerSessions } from '../../../../contract/drawers/drawer-sessions.ts'
import type { DrawerRow } from '../../../../contract/drawers/drawers.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Pending } from '../../../ui/Pending.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { DrawerMovements } from './DrawerMovements.tsx'
import { describeState } from './drawerWords.ts'
import { MovementForm } from './MovementForm.tsx'
import { findOwnDrawer, listActive, useChooseDrawer } from './useDrawers.ts'

/** The drawer that this browser uses: its state, its actions and the movements of its session. */
export function OwnDrawer({
  drawers,
  chosenID,
}: {
  drawers: readonly DrawerRow[]
  chosenID: number | null | undefined
}) {
  const timeZone = useTimeZone()
  const own = findOwnDrawer(drawers, chosenID, null)
  const isChoice = listActive(drawers).length > 1
  return (
    <section className="panel own-drawer" aria-labelledby="own-drawer">
      <header>
        <div>
          <h2 id="own-drawer">{own?.drawerName ?? 'Which drawer do you use?'}</h2>
          <p>{own ? describeState(own, timeZone) : 'Choose the drawer that takes the cash of this browser.'}</p>
        </div>
        {own?.session && <span className="number">{own.session.number}</span>}
        {isChoice && <ChooseDrawer drawers={drawers} own={own} />}
      </header>
      {own?.session && <OpenSession id={own.session.drawerSessionID} />}
      {own && !own.session && (
        <>
          <p className="drawer-hint">
            It takes no cash until it is opened with a count. Other payment types work without it.
          </p>
          <div className="drawer-acts">
            <Button component={Link} to={`${screens.openDrawer}?id=${own.drawerID}`} variant="filled">
              Open the drawer
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function ChooseDrawer({ drawers, own }: { drawers: readonly DrawerRow[]; own: DrawerRow | null }) {
  const choose = useChooseDrawer()
  async function take(drawerID: number | null) {
    try {
      await choose.mutateAsync({ body: { drawerID } })
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }
  return (
    <Select<number>
      size="sm"
      className="choose-drawer"
      aria-label="Drawer of this browser"
      placeholder="Choose a drawer"
      allowDeselect={false}
      disabled={choose.isPending}
      data={listActive(drawers).map(({ drawerID, drawerName }) => ({ value: drawerID, label: drawerName }))}
      value={own?.drawerID ?? null}
      onChange={(drawerID) => void take(drawerID)}
    />
  )
}

/** The actions and the movements of a session that is not closed. */
function OpenSession({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(readQuery(drawerSessions.get, { id }))
  const [entering, setEntering] = useState<MovementDirection | null>(null)
  const session = data?.data
  if (!session) return <Pending error={error} refetch={refetch} height={180} />
  return (
    <>
      <div className="drawer-acts">
        {session.status === 'Open' && (
          <>
            <Button onClick={() => setEntering('cash_in')}>Cash in</Button>
            <Button onClick={() => setEntering('cash_out')}>Cash out</Button>
          </>
        )}
        <Button component={Link} to={`${screens.closeDay}?id=${id}`} variant="filled">
          {session.status === 'Open' ? 'Close the day' : 'Go on closing'}
        </Button>
      </div>
      <SessionHint session={session} />
      <DrawerMovements session={session} />
      {entering && <MovementForm session={session} kind={entering} onClose={() => setEntering(null)} />}
    </>
  )
}

/** Says what a drawer that is being counted does not do and does not show. */
function SessionHint({ session: { status, isBlind } }: { session: DrawerSessionRow }) {
  if (status !== 'Counting') return null
  return (
    <p className="drawer-hint">
      It takes no cash while it is counted.
      {isBlind && ' You count blind: its opening and its movements are shown again when the count is finished.'}
    </p>
  )
}
