import '../theme/tokens.css'
import '../theme/fonts.css'
import '../ui/mantine.css'
import '../ui/ui.css'
import './staff.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { nonce } from '../lib/nonce.ts'
import { currentAccount, onAccountChange } from '../lib/session.ts'
import { useDark } from '../theme/appearance.ts'
import { cssVariablesResolver, theme } from '../ui/theme.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { client } from './client.ts'
import { routes } from './routes.tsx'

/** What was read for one user is nobody else's: neither what is kept, nor what is on screen still. */
let last = currentAccount()?.userID
let signedIn = last !== undefined
onAccountChange(() => {
  const next = currentAccount()?.userID
  const another = next !== undefined && last !== undefined && next !== last
  if (another && signedIn) location.reload()
  else if (another) client.clear()
  signedIn = next !== undefined
  last = next ?? last
})

const router = createBrowserRouter(routes)
// Drawn when the screen's code is there: in one go then, where the router would draw it bit by bit over nothing.
if (!router.state.initialized)
  await new Promise<void>((ready) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      ready()
    })
  })

function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={useDark() ? 'dark' : 'light'}
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  )
}

// A browser that is too old has been told so by the page (theme/browser.js): it would fail at one screen or another.
const isOldBrowser = document.documentElement.dataset['browser'] === 'old'
if (!isOldBrowser)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Themed>
          <RouterProvider router={router} />
          <Toasts />
        </Themed>
      </QueryClientProvider>
    </StrictMode>,
  )
