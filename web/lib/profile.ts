import { queryOptions } from '@tanstack/react-query'

import { account, type Account } from '../../contract/people/account.ts'
import { type ApiError, call } from './api.ts'
import { currentAccount, storeAccount } from './session.ts'

type Profile = Omit<Account, 'token'>

/** Fetches the profile of the signed-in user, and updates the account stored in the browser. */
export const ownProfile = queryOptions<Profile, ApiError>({
  queryKey: ['profile'],
  meta: { about: ['user'] },
  queryFn: async ({ signal }) => {
    const answer = await call(account.profile, {}, { signal })
    updateStoredAccount(answer)
    return answer
  },
})

function updateStoredAccount(answer: Profile) {
  const stored = currentAccount()
  // Another tab may have signed in as another user since this request. That account must not be overwritten.
  if (stored?.userID === answer.userID) storeAccount({ ...stored, ...answer })
}
