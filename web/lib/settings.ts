import { useQuery } from '@tanstack/react-query'

import { settings, type SettingsRow } from '../../contract/company/settings.ts'
import { readQuery } from './query.ts'
import { may, useAccount } from './session.ts'

export const settingsQuery = { ...readQuery(settings.get, {}), staleTime: 60_000 }

/** Returns the shop's settings; undefined while they load. Needs a signed-in user. */
export function useSettings(): SettingsRow | undefined {
  return useQuery(settingsQuery).data?.data
}

/** Returns the shop's time zone, in which dates and times are displayed. */
export const useTimeZone = () => useSettings()?.timeZone ?? 'Asia/Tokyo'

/** Whether the shop shows this person what goods cost and earn. It does so while the settings load. */
export function useSeesCosts(): boolean {
  const me = useAccount()
  const { data } = useQuery({ ...settingsQuery, enabled: me !== null })
  return may(me, 'costs.read_hidden') || !data?.data.hideCosts
}
