import { AppError } from '../../kernel/errors.ts'
import { andMore } from '../ledger/ledger.rules.ts'

type Moved = { itemName: string; moved: boolean }

/** Throws 409 when counted stock has moved since its line was created, because the expected quantity is stale. */
export function assertNoneMoved(counted: readonly Moved[]) {
  const moved = counted.filter((line) => line.moved)
  if (moved.length === 0) return
  const it = moved.length === 1 ? 'it' : 'them'
  throw new AppError(
    'count.stock_moved',
    `${andMore(moved)} moved since the sheet was opened: count ${it} again or clear ${it}`,
  )
}

const lineCount = (n: number) => `${n} ${n === 1 ? 'line' : 'lines'}`

/** Returns the result of a finished sheet as a sentence. */
export function resultInWords({
  adjusted,
  matching,
  uncounted,
}: {
  adjusted: number
  matching: number
  uncounted: number
}) {
  const found =
    adjusted === 0
      ? 'No differences were found'
      : `${adjusted === 1 ? '1 difference waits' : `${adjusted} differences wait`} for approval as ${adjusted === 1 ? 'an adjustment' : 'adjustments'}`
  return `${found}. ${lineCount(matching)} as expected, ${lineCount(uncounted)} not counted and left alone.`
}
