import { Button } from '@mantine/core'
import { Navigate, Outlet, type RouteObject, useRouteError } from 'react-router'

import type { Access } from '../../contract/shared/permissions.ts'
import { listOf, screens } from '../../contract/shared/screens.ts'
import { companyQuery } from '../lib/company.ts'
import { ownProfile } from '../lib/profile.ts'
import { currentAccount, may, useAccount } from '../lib/session.ts'
import { settingsQuery } from '../lib/settings.ts'
import { firstPageQuery } from '../ui/table/listState.ts'
import { client } from './client.ts'
import { Home } from './frame/Home.tsx'
import { navigation } from './navigation/screens.ts'
import { pages } from './pages.ts'

/** Each screen is a separate chunk. The frame is a separate chunk too, because the sign-in page does not use it. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ScreenError,
    children: [
      { path: screens.login, lazy: { Component: async () => (await import('./account/SignIn.tsx')).SignIn } },
      { path: screens.register, lazy: { Component: async () => (await import('./account/SignUp.tsx')).SignUp } },
      {
        lazy: {
          Component: async () => {
            prefetchFirstScreen()
            return (await import('./frame/SignedIn.tsx')).SignedIn
          },
        },
        children: navigation.map(({ path, access }) => ({
          path,
          element: <AccessGuard access={access} />,
          ErrorBoundary: ScreenError,
          children: [{ index: true, lazy: { Component: pages[path] } }],
        })),
      },
      { path: '*', Component: Home },
    ],
  },
]

/** Prefetches the data of the first screen while its code loads, so that the screen renders only once. */
function prefetchFirstScreen() {
  const account = currentAccount()
  if (!account) return
  void client.prefetchQuery(settingsQuery)
  void client.prefetchQuery(companyQuery)
  const screen = navigation.find(({ path }) => path === location.pathname)
  const list = screen && may(account, screen.access) && listOf[screen.path]
  // An address with filters is left to the screen, because only the schema of its list can parse them.
  if (list && location.search === '') void client.prefetchQuery(firstPageQuery(list))
  void client.prefetchQuery(ownProfile)
  // Loads the font of the sign ₱ early. Otherwise prices would first appear in a system font and then move. A failure
  // is harmless.
  void document.fonts.load('1em Peso', '₱').catch(() => {})
}

/**
 * Redirects a user without the required access to the dashboard. For a user without a role, the dashboard explains why.
 */
function AccessGuard({ access }: { access: Access }) {
  return may(useAccount(), access) ? <Outlet /> : <Navigate to={screens.dashboard} replace />
}

/** Reports a screen that failed, or whose chunk no longer exists because the app has a newer version. */
function ScreenError() {
  const error = useRouteError()
  return (
    <main className="failed">
      <h1>Something went wrong on this screen</h1>
      <p role="alert">Error: {error instanceof Error ? error.message : 'An unknown error occurred'}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </main>
  )
}
