// What a paste shows: the comments as they are sent, a tick for each line, and lines that are folded into one row.
import type { livePaste } from '../../../../contract/live/live-paste.ts'
import { type PasteClock, splitPaste } from '../../../../contract/live/paste/split-paste.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'

export type Preview = Answer<typeof livePaste.preview>['data']
export type PastedLine = Preview['lines'][number]

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
