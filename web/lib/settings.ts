import { useQuery } from '@tanstack/react-query'

import { settings, type SettingsRow } from '../../contract/company/settings.ts'
import { read } from './query.ts'

export const settingsQuery = { ...read(settings.get, {}), staleTime: 60_000 }

/** The shop's settings, once they have arrived; only for the signed in. */
export function useSettings(): SettingsRow | undefined {
  return useQuery(settingsQuery).data?.data
}

/** The time zone in which the shop's dates and times are told. */
export const useTimeZone = () => useSettings()?.timeZone ?? 'Asia/Tokyo'
