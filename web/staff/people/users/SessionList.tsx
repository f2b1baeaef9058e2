import './sessions.css'
import { Button } from '@mantine/core'

import { account, type SessionRow } from '../../../../contract/people/account.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { describeProgram } from '../../../lib/program.ts'
import { useWrite } from '../../../lib/query.ts'
import { signOut as leave } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { toasts } from '../../../ui/toasts.ts'

/** Lists sessions. Each has a button that ends it. */
export function SessionList({ sessions, label }: { sessions: readonly SessionRow[]; label: string }) {
  const timeZone = useTimeZone()
  const end = useWrite(account.endSession)

  async function endOne({ sessionID, agent, current }: SessionRow) {
    if (end.isPending) return
    if (current) {
      await leave(() => call(account.endSession, { id: sessionID }, { keepalive: true }))
      return
    }
    try {
      await end.mutateAsync({ id: sessionID })
      toasts.success(`Signed out of ${describeProgram(agent)}`)
    } catch (error) {
      toasts.error((error as Error).message)
    }
  }

  return (
    <ul className="sessions" aria-label={label}>
      {sessions.map((session) => (
        <li key={session.sessionID}>
          <p>
            <b>{describeProgram(session.agent)}</b>
            {session.current && <span className="this-one">This one</span>}
            <small>
              Last used {formatMoment(session.lastUsedAt, timeZone)}, signed in{' '}
              {formatMoment(session.createdAt, timeZone)}
            </small>
          </p>
          <Button
            size="sm"
            aria-label={`Sign out of ${describeProgram(session.agent)}, signed in ${formatMoment(session.createdAt, timeZone)}`}
            onClick={() => void endOne(session)}
          >
            Sign out
          </Button>
        </li>
      ))}
    </ul>
  )
}
