import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { screens } from '../../../../../contract/shared/screens.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { Pending } from '../../../../ui/Pending.tsx'
import { toasts } from '../../../../ui/toasts.ts'
import { describeState } from '../../drawers/drawerWords.ts'
import { findOwnDrawer, listActive, useChooseDrawer, useDrawers } from '../../drawers/useDrawers.ts'

/** Chooses the drawer that takes the cash of this till. */
export function ChooseTillDrawer({ locationID, onClose }: { locationID: number | null; onClose: () => void }) {
  const timeZone = useTimeZone()
  const { drawers, chosenID, error, refetch } = useDrawers()
  const choose = useChooseDrawer()
  const own = drawers && findOwnDrawer(drawers, chosenID, locationID)
  const first = listActive(drawers ?? []).find(({ drawerID }) => drawerID !== own?.drawerID)

  async function take(drawerID: number) {
    try {
      await choose.mutateAsync({ body: { drawerID } })
      onClose()
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }
  return (
    <Dialog title="Drawer of this till" size={480} onClose={onClose}>
      <div className="dlg-body">
        {!drawers && <Pending error={error} refetch={refetch} height={120} />}
        <ul className="till-drawers" aria-label="Drawers">
          {listActive(drawers ?? []).map((drawer) => (
            <li key={drawer.drawerID}>
              <span>
                <b>{drawer.drawerName}</b>
                <small>
                  {drawer.locationName} · {describeState(drawer, timeZone)}
                </small>
              </span>
              {drawer.drawerID === own?.drawerID ? (
                <span className="in-use">in use</span>
              ) : (
                <Button
                  size="sm"
                  aria-label={`Use ${drawer.drawerName}`}
                  data-autofocus={drawer === first || undefined}
                  disabled={choose.isPending}
                  onClick={() => void take(drawer.drawerID)}
                >
                  Use
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="dlg-foot">
        <Link className="link" to={screens.drawer}>
          Open, count or close a drawer
        </Link>
        <Button onClick={onClose} data-autofocus={first === undefined || undefined}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
