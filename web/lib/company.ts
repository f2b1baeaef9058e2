import { useQuery } from '@tanstack/react-query'

import { companyProfile } from '../../contract/company/company-profile.ts'
import { shopName } from '../../contract/site/site.ts'
import { readQuery } from './query.ts'

export const companyQuery = { ...readQuery(companyProfile.get, {}), staleTime: 60_000 }

/** Returns the shop's name and the address of its logo from the company profile; null while it loads. */
export function useCompany(): { name: string; logo: string | null } | null {
  const { data, isPending } = useQuery(companyQuery)
  if (isPending) return null
  return { name: data?.data?.companyName ?? shopName, logo: data?.data?.image_url ?? null }
}
