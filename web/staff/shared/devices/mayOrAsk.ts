import type { Account } from '../../../../contract/people/account.ts'
import type { Access } from '../../../../contract/shared/permissions.ts'
import { lentCapabilities } from '../../../../contract/shared/rights/lent-capabilities.ts'
import { may } from '../../../lib/session.ts'

/** Whether the user may do something alone, or at a device with a Manager's approval. */
export const mayOrAsk = (account: Account | null, access: Access) =>
  may(account, access) || (account?.byPin === true && lentCapabilities.has(access))
