import type { FailureCode } from '../../contract/shared/errors.ts'
import { messageOf } from '../lib/api.ts'

/** A failed call, or any other failure, which has no code. */
export type Failed = Error & { code?: FailureCode | null }

/**
 * Says why something cannot be shown: `text`, which is the server's sentence by default. That a drawer is being counted
 * is no error, so its sentence stands without that word and its colour.
 */
export function FailureText({
  error,
  text = messageOf(error),
  role,
}: {
  error: Failed
  text?: string
  role?: 'alert'
}) {
  if (error.code === 'drawer.blind')
    return (
      <p role={role} className="counting-text">
        {error.message}
      </p>
    )
  return <p role={role}>Error: {text}</p>
}
