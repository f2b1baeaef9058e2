import { useQuery, useQueryClient } from '@tanstack/react-query'

import { type DrawerRow, drawers, ownDrawer } from '../../../../contract/drawers/drawers.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'

const drawersQuery = readQuery(drawers.list, {})
const ownQuery = readQuery(ownDrawer.get, {})

/** Returns the drawers of the shop and the key of the one that this browser's session has chosen. */
export function useDrawers(isEnabled = true) {
  const list = useQuery({ ...drawersQuery, enabled: isEnabled })
  const own = useQuery({ ...ownQuery, enabled: isEnabled })
  return {
    drawers: list.data?.data,
    /** Null for none; undefined while it loads. */
    chosenID: own.data?.data.drawerID,
    error: list.error ?? own.error,
    refetch: () => Promise.all([list.refetch(), own.refetch()]),
  }
}

/** Returns the function that chooses the drawer of this browser's session. Nobody else is told of it. */
export function useChooseDrawer() {
  const client = useQueryClient()
  return useWrite(ownDrawer.choose, (answer) => client.setQueryData(ownQuery.queryKey, answer))
}

export const listActive = (all: readonly DrawerRow[]) => all.filter(({ status }) => status)

/**
 * Returns the drawer that takes cash for this browser: the chosen one, else the only active one of the location, or of
 * the shop without a location. Null for none, and while several could take it.
 */
export function findOwnDrawer(
  all: readonly DrawerRow[],
  chosenID: number | null | undefined,
  locationID: number | null,
): DrawerRow | null {
  const active = listActive(all)
  const chosen = active.find(({ drawerID }) => drawerID === chosenID)
  if (chosen) return chosen
  const [only, ...others] = active.filter((one) => locationID === null || one.locationID === locationID)
  return only && others.length === 0 ? only : null
}
