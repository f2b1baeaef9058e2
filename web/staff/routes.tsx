import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Navigate, Outlet, type RouteObject, useRouteError } from 'react-router'

import type { Access } from '../../contract/permissions.ts'
import { screens } from '../../contract/screens.ts'
import { publicPaths } from '../../contract/site.ts'
import { may, useAccount, wasCutOff } from '../lib/session.ts'
import { navigation } from './navigation.ts'
import { Shell } from './Shell.tsx'

/** Each screen is its own chunk. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: Broken,
    HydrateFallback: Nothing,
    children: [
      { path: screens.login, lazy: { Component: async () => (await import('./account/SignIn.tsx')).SignIn } },
      { path: screens.register, lazy: { Component: async () => (await import('./account/SignUp.tsx')).SignUp } },
      {
        Component: SignedIn,
        children: navigation.map(({ path, access, page }) => ({
          path,
          element: <Guarded access={access} />,
          ErrorBoundary: Broken,
          children: [{ index: true, lazy: { Component: page } }],
        })),
      },
      { path: '*', Component: Home },
    ],
  },
]

function Nothing() {
  return null
}

/** Strangers go to the shop front; whom a session's end has cut off, to the sign-in. */
function SignedIn() {
  const account = useAccount()
  if (account) return <Shell account={account} />
  return wasCutOff() ? <Navigate to={screens.login} replace /> : <Home />
}

/** The dashboard tells those without a role what they wait for. */
function Guarded({ access }: { access: Access }) {
  return may(useAccount(), access) ? <Outlet /> : <Navigate to={screens.dashboard} replace />
}

/** The shop front is a page of its own, not one of these screens. */
function Home() {
  useEffect(() => location.replace(publicPaths.home), [])
  return null
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
