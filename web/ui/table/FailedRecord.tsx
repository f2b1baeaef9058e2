import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { ApiError } from '../../lib/api.ts'
import { FailureText } from '../FailureText.tsx'

/** The page of a record that failed to load. A record that does not exist has only the way back to its list. */
export function FailedRecord({
  error,
  back,
  onRetry,
}: {
  error: ApiError
  back: { label: string; to: string }
  onRetry: () => void
}) {
  const isMissing = error.status === 404
  return (
    <div className="failed" role="alert">
      {error.code === 'drawer.blind' ? <FailureText error={error} /> : <h1>Error: {error.message}</h1>}
      {isMissing ? (
        <>
          <p>The address may be wrong or incomplete. The list has every record that you may see.</p>
          <Button component={Link} to={back.to}>
            Show the list
          </Button>
        </>
      ) : (
        <Button onClick={onRetry}>Try again</Button>
      )}
    </div>
  )
}
