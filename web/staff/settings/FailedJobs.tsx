import { Button } from '@mantine/core'

import { type FailedJob, jobs } from '../../../contract/system/jobs.ts'
import { formatMoment } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { toasts } from '../../ui/toasts.ts'

/** Lists the work that failed too often. An administrator tries each again, or gives it up. */
export function FailedJobs({ failed }: { failed: readonly FailedJob[] }) {
  if (failed.length === 0) return <p>Nothing waits for a decision.</p>
  return (
    <ul className="system-rows" aria-label="Failed work">
      {failed.map((job) => (
        <Row key={`${job.queue} ${job.key}`} job={job} />
      ))}
    </ul>
  )
}

function Row({ job: { queue, key, what, reason, failedAt, times } }: { job: FailedJob }) {
  const timeZone = useTimeZone()
  const retry = useWrite(jobs.retry)
  const giveUp = useWrite(jobs.giveUp)
  const isPending = retry.isPending || giveUp.isPending
  const decide = (write: typeof retry | typeof giveUp, done: string) =>
    write.mutate(
      { body: { queue, key } },
      {
        onSuccess: () => toasts.success(`${done}: ${what}`),
        onError: ({ message }) => toasts.error(message),
      },
    )
  return (
    <li>
      <p>
        <b>{what}</b>
        <small>
          {reason}
          {times > 1 && ` (${times} times)`}
        </small>
      </p>
      <time dateTime={failedAt}>{formatMoment(failedAt, timeZone)}</time>
      <div className="system-decide">
        <Button
          size="sm"
          variant="default"
          disabled={isPending}
          aria-label={`Try again: ${what}`}
          onClick={() => decide(retry, 'Tried again')}
        >
          Try again
        </Button>
        <Button
          size="sm"
          variant="subtle"
          disabled={isPending}
          aria-label={`Give up: ${what}`}
          onClick={() => decide(giveUp, 'Given up')}
        >
          Give up
        </Button>
      </div>
    </li>
  )
}
