import { useQuery } from '@tanstack/react-query'

import { taxes, type TaxRow } from '../../contract/tax/taxes.ts'
import { readQuery } from './query.ts'
import { may, useAccount } from './session.ts'

/** Returns the shop's tax settings and rates; undefined while they load. */
export function useTax(): TaxRow | undefined {
  const enabled = may(useAccount(), taxes.get.access)
  return useQuery({ ...readQuery(taxes.get, {}), staleTime: 60_000, enabled }).data?.data
}
