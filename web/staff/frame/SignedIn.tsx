import { Navigate, Outlet, useLocation } from 'react-router'

import { screens } from '../../../contract/shared/screens.ts'
import { useAccount, hasReturnPath } from '../../lib/session.ts'
import { DialogsProvider } from '../../ui/dialog/dialogs.tsx'
import { Home } from './Home.tsx'
import { Shell } from './Shell.tsx'

/** Redirects a visitor to the public site, and a user whose session has ended to the sign-in page. */
export function SignedIn() {
  const account = useAccount()
  const { pathname } = useLocation()
  if (!account) return hasReturnPath() ? <Navigate to={screens.login} replace /> : <Home />
  // Customers look at this screen, so it has no frame.
  if (pathname === screens.customerDisplay) return <Outlet />
  return (
    <DialogsProvider>
      <Shell account={account} />
    </DialogsProvider>
  )
}
