import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { drawerClosing } from '../../../../../contract/drawers/closing.ts'
import type { DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { screens } from '../../../../../contract/shared/screens.ts'
import { useWrite } from '../../../../lib/query.ts'
import { BlindIcon } from '../../../../ui/icons.tsx'
import { useShortcuts } from '../../../../ui/shortcuts.ts'
import { showFailure } from '../showFailure.ts'

/** Says what counting means for the till, and starts it. */
export function StartCounting({ session: { drawerSessionID: id, drawerName, number } }: { session: DrawerSessionRow }) {
  const start = useWrite(drawerClosing.startCounting)
  const begin = () => {
    if (!start.isPending) start.mutate({ id }, { onError: showFailure })
  }
  useShortcuts('Closing', [{ key: 'F9', what: 'Start counting', run: begin, once: true }])
  return (
    <section className="panel closing-card">
      <h2>
        <BlindIcon /> Count {drawerName}, session {number}
      </h2>
      <p>
        While you count, {drawerName} takes no cash. Other payment types and other drawers go on. What should be in the
        drawer is shown when you have finished.
      </p>
      <div className="closing-actions">
        <Button component={Link} to={screens.drawer}>
          Back to the drawer
        </Button>
        <Button variant="filled" loading={start.isPending} onClick={begin}>
          Start counting <kbd>F9</kbd>
        </Button>
      </div>
    </section>
  )
}
