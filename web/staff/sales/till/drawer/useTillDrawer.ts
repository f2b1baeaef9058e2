import type { DrawerStatus } from '../../../../../contract/drawers/drawer-rules.ts'
import type { DrawerRow } from '../../../../../contract/drawers/drawers.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { useStructuralMemo } from '../../../../ui/useStructuralMemo.ts'
import { findOwnDrawer, listActive, useDrawers } from '../../drawers/useDrawers.ts'

/** The drawer that takes the cash of the sale at the till. */
export type TillDrawer = {
  /** The key and the name. Null while several drawers could take it and none is chosen. */
  drawerID: number | null
  drawerName: string | null
  status: DrawerStatus
  /** The session that is not closed; null while the drawer is closed. */
  session: { drawerSessionID: number; number: string } | null
}

/**
 * Returns the drawer of a sale at this location. Null while the location has none, and while the drawers load. A shop
 * without drawers is asked for none.
 */
export function useTillDrawer(locationID: number | null): TillDrawer | null {
  const hasDrawers = useSettings()?.hasDrawers ?? false
  const { drawers, chosenID } = useDrawers(hasDrawers)
  const isKnown = hasDrawers && drawers !== undefined && chosenID !== undefined && locationID !== null
  return useStructuralMemo(isKnown ? findTillDrawer(drawers, chosenID, locationID) : null)
}

function findTillDrawer(drawers: readonly DrawerRow[], chosenID: number | null, locationID: number): TillDrawer | null {
  const own = findOwnDrawer(drawers, chosenID, locationID)
  if (own) {
    const { drawerID, drawerName, session } = own
    if (session === null) return { drawerID, drawerName, status: 'Closed', session }
    const { drawerSessionID, number, status } = session
    return { drawerID, drawerName, status, session: { drawerSessionID, number } }
  }
  const isHere = listActive(drawers).some((drawer) => drawer.locationID === locationID)
  return isHere ? { drawerID: null, drawerName: null, status: 'Closed', session: null } : null
}
