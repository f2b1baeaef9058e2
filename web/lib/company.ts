import { useQuery } from '@tanstack/react-query'

import { companyProfile } from '../../contract/company-profile.ts'
import { shopName } from '../../contract/site.ts'
import { read } from './query.ts'

/** How the shop is called and its logo's address, from the company profile; null until that has arrived. */
export function useCompany(): { name: string; logo: string | null } | null {
  const { data, isPending } = useQuery({ ...read(companyProfile.get, {}), staleTime: 60_000 })
  if (isPending) return null
  return { name: data?.data?.companyName ?? shopName, logo: data?.data?.image_url ?? null }
}
