// A place in the events is a snapshot of PostgreSQL: the transactions that had committed when it was taken. A client
// that returns a place gets exactly the events of the later commits, although keys are not given in the order of the
// commits.

/** A snapshot: every transaction below `xmin` is visible, none from `xmax` on, and between them all but `running`. */
export type Snapshot = { xmin: bigint; xmax: bigint; running: ReadonlySet<bigint> }

/** A place, with the database that it belongs to and the time of its snapshot in milliseconds since 1970. */
export type Place = { database: string; at: number; snapshot: Snapshot }

const pattern = /^(\d+-\d+-\d+):(\d{1,15}):((\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?))$/

/** Parses `database:time:snapshot`. Returns null for any other text. */
export function parsePlace(text: string): Place | null {
  const found = pattern.exec(text)
  if (!found) return null
  const [, database, at, , xmin, xmax, running] = found
  return {
    database: database!,
    at: Number(at),
    snapshot: {
      xmin: BigInt(xmin!),
      xmax: BigInt(xmax!),
      running: new Set(running === '' ? [] : running!.split(',').map(BigInt)),
    },
  }
}

/** Whether the snapshot sees what this transaction wrote. */
export const isVisible = ({ xmin, xmax, running }: Snapshot, transaction: bigint): boolean =>
  transaction < xmin || (transaction < xmax && !running.has(transaction))

/**
 * Whether a client at a place has not heard an event. After a crash PostgreSQL gives the numbers of transactions that it
 * had not written to the disk once more. So a transaction that began after the place is unheard, although the snapshot
 * has seen its number.
 */
export const isUnheard = ({ snapshot, at }: Place, event: { transaction: bigint; at: number }): boolean =>
  !isVisible(snapshot, event.transaction) || event.at > at + rounding

/** The precision of the stored times, in milliseconds. */
export const rounding = 1

/** Whether a snapshot sees everything that an earlier one sees. */
export const isNotBefore = (later: Snapshot, earlier: Snapshot): boolean =>
  later.xmax >= earlier.xmax &&
  later.xmin >= earlier.xmin &&
  [...later.running].every((transaction) => !isVisible(earlier, transaction))
