import { Button } from '@mantine/core'
import { Navigate, Outlet, type RouteObject, useRouteError } from 'react-router'

import type { Access } from '../../contract/shared/permissions.ts'
import { listOf, screens } from '../../contract/shared/screens.ts'
import { companyQuery } from '../lib/company.ts'
import { ownProfile } from '../lib/profile.ts'
import { currentAccount, may, useAccount } from '../lib/session.ts'
import { settingsQuery } from '../lib/settings.ts'
import { firstPageOf } from '../ui/table/listState.ts'
import { client } from './client.ts'
import { Home } from './frame/Home.tsx'
import { navigation } from './navigation/screens.ts'
import { pages } from './pages.ts'

/** Each screen is its own chunk; so is the frame around them, which the sign-in does without. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: Broken,
    children: [
      { path: screens.login, lazy: { Component: async () => (await import('./account/SignIn.tsx')).SignIn } },
      { path: screens.register, lazy: { Component: async () => (await import('./account/SignUp.tsx')).SignUp } },
      {
        lazy: {
          Component: async () => {
            askAhead()
            return (await import('./frame/SignedIn.tsx')).SignedIn
          },
        },
        children: navigation.map(({ path, access }) => ({
          path,
          element: <Guarded access={access} />,
          ErrorBoundary: Broken,
          children: [{ index: true, lazy: { Component: pages[path] } }],
        })),
      },
      { path: '*', Component: Home },
    ],
  },
]

/**
 * What every screen wants, and the list that the address opens, is asked while their code comes: there when they are
 * drawn, which is then done once, not twice.
 */
function askAhead() {
  const account = currentAccount()
  if (!account) return
  void client.prefetchQuery(settingsQuery)
  void client.prefetchQuery(companyQuery)
  const screen = navigation.find(({ path }) => path === location.pathname)
  const list = screen && may(account, screen.access) && listOf[screen.path]
  // What more an address asks of a list, only the list's own schema knows.
  if (list && location.search === '') void client.prefetchQuery(firstPageOf(list))
  void client.prefetchQuery(ownProfile)
  // The face of ₱: without it the system is asked for another, and prices are laid out twice. So they are where it is missing.
  void document.fonts.load('1em Peso', '₱').catch(() => {})
}

/** The dashboard tells those without a role what they wait for. */
function Guarded({ access }: { access: Access }) {
  return may(useAccount(), access) ? <Outlet /> : <Navigate to={screens.dashboard} replace />
}

/** A screen that broke, or whose files a newer version of the app has replaced meanwhile. */
function Broken() {
  const error = useRouteError()
  return (
    <main className="failed">
      <h1>Something went wrong on this screen</h1>
      <p role="alert">Error: {error instanceof Error ? error.message : 'An unknown error occurred'}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </main>
  )
}
