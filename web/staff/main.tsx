import '../theme/tokens.css'
import '../theme/fonts.css'
import '../theme/focus.css'
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

/** The last user who was signed in in this tab. Data that is cached or shown for one user must never reach another. */
let lastUserID = currentAccount()?.userID
let signedIn = lastUserID !== undefined
onAccountChange(() => {
  const next = currentAccount()?.userID
  const isOtherUser = next !== undefined && lastUserID !== undefined && next !== lastUserID
  if (isOtherUser && signedIn) location.reload()
  else if (isOtherUser) client.clear()
  signedIn = next !== undefined
  lastUserID = next ?? lastUserID
})

const router = createBrowserRouter(routes)
// The first render waits for the code of the screen, because the router would otherwise render an empty page first.
if (!router.state.initialized)
  await new Promise<void>((ready) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      ready()
    })
  })

function ThemeProvider({ children }: { children: ReactNode }) {
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

// theme/browser.js has already shown a message in an unsupported browser, where some screens would fail.
const isOldBrowser = document.documentElement.dataset['browser'] === 'old'
if (!isOldBrowser)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ThemeProvider>
          <RouterProvider router={router} />
          <Toasts />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
