import { Button } from '@mantine/core'

/**
 * Shows 'Loading...', or the error with a button to retry. `height` (pixels) is the expected height of the content, so
 * that the elements below do not move.
 */
export function Pending({ error, refetch, height }: { error: Error | null; refetch: () => unknown; height: number }) {
  return (
    <div style={{ minHeight: height }}>
      {error ? (
        <div role="alert">
          <p className="error-line">Error: {error.message}</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <output>Loading...</output>
      )}
    </div>
  )
}
