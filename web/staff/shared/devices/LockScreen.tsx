import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import type { Account } from '../../../../contract/people/account.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { setScreenLocked } from '../../../lib/screenLock.ts'
import { changePerson, endSession, storeAccount } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { PinSignIn } from './PinSignIn.tsx'

/**
 * Covers the screen until a PIN. The same person goes on where the screen was, with all that is typed; another person
 * gets a fresh one.
 */
export function LockScreen({ account }: { account: Account }) {
  const client = useQueryClient()
  const cover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The screen below has shortcuts, which wait too.
    const onKeyDown = (event: KeyboardEvent) => {
      if (!cover.current?.closest('[aria-modal=true]')?.contains(event.target as Node)) event.preventDefault()
      else if (event.key === 'Tab' || event.key === 'Enter' || event.key === ' ' || event.key.length === 1) return
      else if (['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Backspace', 'Delete'].includes(event.key)) return
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [])

  function onSignedIn(next: Account) {
    setScreenLocked(false)
    if (next.userID === account.userID) {
      storeAccount(next)
      void client.invalidateQueries()
      return
    }
    // The page loads anew for another person (main.tsx). What the person before typed in a form is given up.
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
    history.replaceState(null, '', screens.dashboard)
    changePerson(next)
  }

  return (
    <Dialog title="Locked" fixed zIndex={1000} onClose={() => {}}>
      {/* The screen below would take the keys that bubble up. */}
      <div ref={cover} className="dlg-body lock" role="presentation" onKeyDown={(event) => event.stopPropagation()}>
        <PinSignIn
          first={account.userID}
          onSignedIn={onSignedIn}
          onPassword={() => {
            setScreenLocked(false)
            endSession()
          }}
        />
      </div>
    </Dialog>
  )
}
