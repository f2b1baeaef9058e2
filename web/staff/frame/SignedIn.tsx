import { Navigate } from 'react-router'

import { screens } from '../../../contract/shared/screens.ts'
import { useAccount, wasCutOff } from '../../lib/session.ts'
import { DialogsProvider } from '../../ui/dialog/dialogs.tsx'
import { Home } from './Home.tsx'
import { Shell } from './Shell.tsx'

/** Strangers go to the shop front; whom a session's end has cut off, to the sign-in. */
export function SignedIn() {
  const account = useAccount()
  if (!account) return wasCutOff() ? <Navigate to={screens.login} replace /> : <Home />
  return (
    <DialogsProvider>
      <Shell account={account} />
    </DialogsProvider>
  )
}
