import { useCallback, useId, useRef, useState } from 'react'

import { entrances } from '../../../contract/shared/entrances.ts'
import { call } from '../../lib/api.ts'
import { hasUnsavedSales, signOut, useAccount } from '../../lib/session.ts'
import { calls } from '../parts/calls.ts'
import { Chevron } from '../parts/icons.tsx'
import { useSite } from '../parts/site.ts'
import { useDismiss } from './useDismiss.ts'

/** A sign-in link, or the menu of the signed-in user. The links lead to pages outside of this router. */
export function AccountMenu() {
  const { frame } = useSite().words
  const account = useAccount()
  const [open, setOpen] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const menu = useId()
  const close = useCallback(() => setOpen(false), [])
  useDismiss(open, element, close)

  async function logout() {
    // The public pages have no dialog component. The browser's own dialog is enough, because only staff see this
    // question.
    if ((await hasUnsavedSales()) && !confirm(frame.losesSales)) return
    await signOut(() => call(calls.logout, {}))
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
