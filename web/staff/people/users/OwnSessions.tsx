import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { account } from '../../../../contract/people/account.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { Pending } from '../../../ui/Pending.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { SessionList } from './SessionList.tsx'

/** Lists the user's sessions. The user can end one session, or all except the current one. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery(readQuery(account.sessions, {}))
  const end = useWrite(account.endOtherSessions)

  function endOthers() {
    if (end.isPending) return
    end.mutate(
      {},
      {
        onSuccess: () => toasts.success('You are signed out everywhere else'),
        onError: ({ message }) => toasts.error(message),
      },
    )
  }

  if (!data) return <Pending error={error} refetch={refetch} height={60} />
  const sessions = data.data.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <>
      <SessionList sessions={sessions} label="Your sessions" />
      {sessions.length > 1 && (
        <Button size="sm" aria-disabled={end.isPending || undefined} onClick={endOthers}>
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}
