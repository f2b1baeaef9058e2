import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { users } from '../../../../contract/people/users.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { currentAccount } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { SessionList } from './SessionList.tsx'

/** Lets an administrator end a user's sessions, for example after the loss of a phone. */
export function UserSessions({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { data, error } = useQuery(readQuery(users.sessions, { id }))
  const end = useWrite(users.endSessions)
  const sessions = data?.data
  const mine = currentAccount()?.userID === id

  function signOut() {
    if (end.isPending) return
    end.mutate(
      { id },
      {
        onSuccess: () => {
          toasts.success(`${name} is signed out everywhere`)
          onClose()
        },
      },
    )
  }

  const failure = error ?? end.error
  return (
    <Dialog title="Where signed in" size={560} full onClose={onClose}>
      <div className="dlg-body">
        <p>
          {sessions?.length === 0
            ? `${name} is signed in nowhere.`
            : `${name} is signed in here. Signed out, they need their password to come back; a sign-in link not used yet ends too.`}
        </p>
        {sessions ? (
          <SessionList sessions={sessions} label={`Sessions of ${name}`} />
        ) : (
          !error && <output>Loading...</output>
        )}
      </div>
      <p className="error-line" role="alert">
        {failure && `Error: ${failure.message}`}
      </p>
      <div className="dlg-foot">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
        {!mine && sessions && sessions.length > 0 && (
          <Button variant="filled" aria-disabled={end.isPending || undefined} onClick={signOut}>
            Sign out everywhere
          </Button>
        )}
      </div>
    </Dialog>
  )
}
