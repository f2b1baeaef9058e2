// What a paste shows: the comments as they are sent, a tick for each line, and lines that are folded into one row.
import type { livePaste } from '../../../../contract/live/live-paste.ts'
import { type PasteClock, splitPaste } from '../../../../contract/live/paste/split-paste.ts'
import type { Answer, Sent } from '../../../../contract/shared/endpoint.ts'

export type Preview = Answer<typeof livePaste.preview>['data']
export type PastedLine = Preview['lines'][number]

/** The part of a sent paste that says where a person joined it. The order of its lines stays as it was shown. */
export type PasteSeam = Pick<Sent<typeof livePaste.store>['body'], 'seam' | 'isNewestFirst'>

/** A move of the seam: a line less or more is here already, or the stored comment before or behind is the last of them. */
export type SeamMove = 'less' | 'more' | 'earlier' | 'later'

/** Returns the seam after a move; null where it cannot move so. */
export function moveSeam({ seam, lines, isNewestFirst }: Preview, move: SeamMove): PasteSeam | null {
  if (!seam) return null
  const line = seam.line + (move === 'more' ? 1 : move === 'less' ? -1 : 0)
  if (line < 0 || line > lines.length) return null
  if (move === 'earlier' && seam.after === null) return null
  if (move === 'later' && seam.nextID === null) return null
  const afterID =
    move === 'earlier' ? seam.previousID : move === 'later' ? seam.nextID : (seam.after?.commentID ?? null)
  return { isNewestFirst, seam: { line, afterID, storedCount: seam.storedCount } }
}

/** Describes where a paste joins what is stored: `Lines 1 to 3 are here, up to “mine” of Bea; line 4 is the first new one`. */
export function describeSeam({ seam, lines }: Preview): string {
  if (!seam) return ''
  const { line, after } = seam
  const place = after === null ? 'before everything that is stored' : `after “${after.text}” of ${after.name}`
  if (line === 0) return `All lines are new, ${place}`
  const here = line === 1 ? 'Line 1 is here' : `Lines 1 to ${line} are here`
  const upTo = after === null ? '' : `, up to “${after.text}” of ${after.name}`
  return line === lines.length
    ? `${here}${upTo}; nothing is new`
    : `${here}${upTo}; line ${line + 1} is the first new one`
}

/** Returns the comments of pasted text as the server receives them. */
export const readPasted = (text: string, live: PasteClock) =>
  splitPaste(text, live).map(({ name, text, writtenAt }) => ({
    name,
    text,
    writtenAt: writtenAt === null ? null : writtenAt.toISOString(),
  }))

/** The kinds of lines, in the order of the legend. `waits` is an undecided one behind another of the same piece. */
const kinds = ['here', 'certain', 'again', 'undecided', 'waits', 'none'] as const
export type LineKind = (typeof kinds)[number]
export const kindOf = ({ kind, waitsForLine }: PastedLine): LineKind =>
  kind === 'undecided' && waitsForLine !== null ? 'waits' : kind

const legends: Record<LineKind, string> = {
  here: 'already here',
  certain: 'certain',
  again: 'said again, nothing to do',
  undecided: 'to decide',
  waits: 'wait for another line',
  none: 'without a claim',
}

/** Returns the legend of the ticks: each kind with its count. The counts add up to the number of lines. */
export function countKinds(lines: readonly PastedLine[]): { kind: LineKind; count: number; label: string }[] {
  return kinds.flatMap((kind) => {
    const count = lines.filter((line) => kindOf(line) === kind).length
    return count === 0 ? [] : [{ kind, count, label: legends[kind] }]
  })
}

/** A row: one line with its place from 1, or lines that are here already and folded. */
export type Row = { from: number; to: number; line: PastedLine | null; onShowID: number | null }

const leastFolded = 4

/**
 * Returns the rows in the order of the lines. Lines that are here already and need nobody are folded where they are many;
 * the last one before something else stays, because it shows where the paste continues.
 */
export function foldLines(lines: readonly PastedLine[], isOpen: (line: PastedLine) => boolean): Row[] {
  const rows: Row[] = []
  for (let n = 0; n < lines.length;) {
    let end = n
    while (end < lines.length && lines[end]!.kind === 'here' && !isOpen(lines[end]!)) end++
    if (end - n > leastFolded) {
      rows.push({ from: n + 1, to: end - 1, line: null, onShowID: lines[n]!.onShowID })
      n = end - 1
    }
    const line = lines[n]!
    rows.push({ from: n + 1, to: n + 1, line, onShowID: line.onShowID })
    n++
  }
  return rows
}
