import { useCallback, useId, useRef, useState } from 'react'

import { entrances } from '../../../contract/shared/entrances.ts'
import { call } from '../../lib/api.ts'
import { hasUnsavedSales, signOut, useAccount } from '../../lib/session.ts'
import { calls } from '../parts/calls.ts'
import { Chevron } from '../parts/icons.tsx'
import { useSite } from '../parts/site.ts'
import { useDismiss } from './useDismiss.ts'

/** Sign in, or what the signed-in may do. These lead to pages of their own, outside this router. */
export function AccountMenu() {
  const { frame } = useSite().words
  const account = useAccount()
  const [open, setOpen] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const menu = useId()
  const close = useCallback(() => setOpen(false), [])
  useDismiss(open, element, close)

  async function logout() {
    // The browser's own question: these pages have no dialogs, and only the few who work here ever see it.
    if (hasUnsavedSales() && !confirm(frame.losesSales)) return
    // Out means out: also when the server cannot be told.
    await call(calls.logout, {}).catch(() => null)
    signOut()
  }

  if (!account)
    return (
      <a className="btn" href={entrances.login}>
        {frame.signIn}
      </a>
    )
  return (
    <div className="account" ref={element}>
      <button type="button" className="btn" aria-expanded={open} aria-controls={menu} onClick={() => setOpen(!open)}>
        {frame.account}
        <Chevron />
      </button>
      <div className="menu" id={menu} hidden={!open}>
        <a href={entrances.dashboard}>{frame.dashboard}</a>
        <button type="button" onClick={() => void logout()}>
          {frame.logout}
        </button>
      </div>
    </div>
  )
}
