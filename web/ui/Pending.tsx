import { Button } from '@mantine/core'

/**
 * Stands where something is read: 'Loading...', or why it cannot be shown, with a way to try again. `height` (pixels)
 * is about what is coming, so that what stands below stays where it is.
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
