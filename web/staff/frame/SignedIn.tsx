import { Navigate, Outlet, useLocation } from 'react-router'

import { screens } from '../../../contract/shared/screens.ts'
import { isDevice } from '../../lib/screenLock.ts'
import { useAccount, hasReturnPath } from '../../lib/session.ts'
import { DialogsProvider } from '../../ui/dialog/dialogs.tsx'
import { Home } from './Home.tsx'
import { Shell } from './Shell.tsx'
import { useLiveScreens } from './useLiveScreens.ts'

/** Redirects a visitor to the public site, and a user whose session has ended to the sign-in page. */
export function SignedIn() {
  const account = useAccount()
  const { pathname, search } = useLocation()
  if (!account) return hasReturnPath() || isDevice() ? <Navigate to={screens.login} replace /> : <Home />
  // Customers look at this screen, so it has no frame.
  if (pathname === screens.customerDisplay) return <Outlet />
  // Viewers of a live look at this one.
  if (pathname === screens.lives && new URLSearchParams(search).get('view') === 'present')
    return <Bare userID={account.userID} />
  return (
    <DialogsProvider>
      <Shell account={account} />
    </DialogsProvider>
  )
}

/** A screen without a frame, which follows what others change. */
function Bare({ userID }: { userID: number }) {
  useLiveScreens(userID)
  return <Outlet />
}
