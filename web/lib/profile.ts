import { queryOptions } from '@tanstack/react-query'

import { account, type Account } from '../../contract/people/account.ts'
import { type ApiError, call } from './api.ts'
import { currentAccount, keepAccount } from './session.ts'

type Profile = Omit<Account, 'token'>

/** The signed-in user as the server has it by now; what the browser keeps of them follows every answer. */
export const ownProfile = queryOptions<Profile, ApiError>({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const answer = await call(account.profile, {}, { signal })
    follow(answer)
    return answer
  },
})

function follow(answer: Profile) {
  const kept = currentAccount()
  // Somebody else may have signed in meanwhile, in another tab.
  if (kept?.userID === answer.userID) keepAccount({ ...kept, ...answer })
}
