import './drawers.css'
import { Button } from '@mantine/core'
import { useState } from 'react'

import type { DrawerRow } from '../../../../contract/drawers/drawers.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { LoadFailure } from '../../../ui/table/ListStates.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { CreateDrawer, EditDrawer } from './DrawerForm.tsx'
import { DrawerList } from './DrawerList.tsx'
import { OwnDrawer } from './OwnDrawer.tsx'
import { SessionList } from './SessionList.tsx'
import { useDrawers } from './useDrawers.ts'

/** The drawer of this browser, all drawers, and their sessions. Managers set drawers up here. */
export function DrawersPage() {
  const { drawers, chosenID, error, refetch } = useDrawers()
  const mayManage = may(useAccount(), 'drawers.manage')
  const [form, setForm] = useState<DrawerRow | 'new' | null>(null)
  const isEmpty = drawers?.length === 0
  return (
    <>
      <PageHeader title="CASH DRAWERS" tabs={<ScreenTabs of={screens.sales} />}>
        {mayManage && drawers && !isEmpty && <Button onClick={() => setForm('new')}>+ Create Drawer</Button>}
      </PageHeader>
      {!drawers && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!drawers && !error && <output className="drawers-loading">Loading...</output>}
      {isEmpty && <NoDrawers onCreate={mayManage ? () => setForm('new') : null} />}
      {drawers && !isEmpty && (
        <>
          <div className="drawers-top">
            <OwnDrawer drawers={drawers} chosenID={chosenID} />
            <DrawerList drawers={drawers} onEdit={mayManage ? setForm : null} />
          </div>
          <SessionList drawers={drawers} />
        </>
      )}
      {form === 'new' && <CreateDrawer onClose={() => setForm(null)} />}
      {form !== null && form !== 'new' && <EditDrawer drawer={form} onClose={() => setForm(null)} />}
    </>
  )
}

/** Explains a session of a drawer, and sets the first drawer up. */
function NoDrawers({ onCreate }: { onCreate: (() => void) | null }) {
  return (
    <section className="panel" aria-label="Cash drawers">
      <EmptyState
        title="No drawer yet"
        text={`Somebody opens the drawer with a count in the morning, and counts it blind in the evening. The shop then says what should be in it, and keeps the day as a numbered report.${onCreate ? '' : ' A Manager sets drawers up.'}`}
      >
        {onCreate && (
          <Button variant="filled" onClick={onCreate}>
            Set up a drawer
          </Button>
        )}
      </EmptyState>
    </section>
  )
}
