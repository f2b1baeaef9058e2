import { Button } from '@mantine/core'

import type { DrawerRow } from '../../../../contract/drawers/drawers.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { describeState } from './drawerWords.ts'

/** Every drawer of the shop with its state. Managers edit them. */
export function DrawerList({
  drawers,
  onEdit,
}: {
  drawers: readonly DrawerRow[]
  /** Null for people who do not manage drawers. */
  onEdit: ((drawer: DrawerRow) => void) | null
}) {
  const timeZone = useTimeZone()
  return (
    <section className="panel all-drawers" aria-labelledby="all-drawers">
      <header>
        <h2 id="all-drawers">All drawers</h2>
      </header>
      <ul>
        {drawers.map((drawer) => (
          <li key={drawer.drawerID} className={drawer.status ? undefined : 'inactive'}>
            <span>
              <b>{drawer.drawerName}</b>
              <small>{[drawer.locationName, ...(drawer.countsYen ? ['pesos and yen'] : [])].join(' · ')}</small>
              <small>
                {describeState(drawer, timeZone)}
                {drawer.session && ` · ${drawer.session.number}`}
              </small>
            </span>
            {onEdit && (
              <Button size="sm" aria-label={`Edit ${drawer.drawerName}`} onClick={() => onEdit(drawer)}>
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
