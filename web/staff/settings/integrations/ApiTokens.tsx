import './integrations.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { apiTokens, type ApiTokenRow } from '../../../../contract/integrations/api-tokens.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { NewApiToken } from './NewApiToken.tsx'
import { ShownOnce } from './ShownOnce.tsx'

/** Lists the API tokens. A new one is shown once. */
export function ApiTokens() {
  const { data, error, refetch } = useQuery(readQuery(apiTokens.list, {}))
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<string | null>(null)
  if (!data) return <Pending error={error} refetch={refetch} height={120} />
  return (
    <>
      {created !== null && (
        <ShownOnce title="The new token" label="API token" text={created} onDone={() => setCreated(null)}>
          Copy it now into the other program: it cannot be shown again. Whoever has it can make its calls.
        </ShownOnce>
      )}
      {data.data.length === 0 ? (
        <p className="integrations-none">No program has a token.</p>
      ) : (
        <ul className="integrations" aria-label="API tokens">
          {data.data.map((token) => (
            <Row key={token.tokenID} token={token} />
          ))}
        </ul>
      )}
      <Button variant="default" onClick={() => setAdding(true)}>
        Add a token
      </Button>
      {isAdding && <NewApiToken onCreated={setCreated} onClose={() => setAdding(false)} />}
    </>
  )
}

function Row({ token }: { token: ApiTokenRow }) {
  const { tokenID, tokenName, userName, operations, lastUsedAt } = token
  const timeZone = useTimeZone()
  const dialogs = useDialogs()
  const revoke = useWrite(apiTokens.revoke)
  const end = describeEnd(token, timeZone)

  async function onRevoke() {
    const isSure = await dialogs.confirm({
      title: `Revoke ${tokenName}?`,
      text: 'The program that uses this token is refused at once. A revoked token cannot come back.',
      action: 'Revoke token',
      danger: true,
    })
    if (!isSure) return
    await revoke.mutateAsync({ id: tokenID }).then(
      () => toasts.success(`${tokenName} is revoked`),
      (error: Error) => toasts.error(error.message),
    )
  }

  return (
    <li aria-label={tokenName}>
      <div>
        <p className="integrations-head">
          <b>{tokenName}</b>
        </p>
        <small title={operations.join('\n')}>
          {formatCount(operations.length, 'call')}, with the rights of {userName}. {end.text}.{' '}
          {lastUsedAt === null ? 'Not used yet' : `Last used ${formatMoment(lastUsedAt, timeZone)}`}
        </small>
      </div>
      {!end.isOver && (
        <Button
          size="sm"
          variant="subtle"
          aria-label={`Revoke ${tokenName}`}
          disabled={revoke.isPending}
          onClick={() => void onRevoke()}
        >
          Revoke
        </Button>
      )}
    </li>
  )
}

function describeEnd({ revokedAt, expiresAt }: ApiTokenRow, timeZone: string) {
  if (revokedAt !== null) return { isOver: true, text: `Revoked ${formatMoment(revokedAt, timeZone)}` }
  const isOver = Date.parse(expiresAt) <= Date.now()
  return { isOver, text: `${isOver ? 'Expired' : 'Expires'} ${formatMoment(expiresAt, timeZone)}` }
}
