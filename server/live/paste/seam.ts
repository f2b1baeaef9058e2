import type { PastedComments } from '../../../contract/live/live-paste.ts'
import type { Alignment } from '../../../contract/live/paste/align-paste.ts'
import { findSeam, type Seam } from '../../../contract/live/paste/join-paste.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { AppError } from '../../kernel/errors.ts'
import { areKeyed, type Comparable, doubtJoin, findStored, joinStored } from './paste.rules.ts'

// Where a paste joins the stored comments of its platform. Callers have locked the live, so that nobody pastes meanwhile.

type Chosen = NonNullable<z.output<typeof PastedComments>['seam']>
type Stored = Comparable & { commentID: number }

/** Aligns a paste: at the seam that a person has chosen, else by the program. Throws for a seam that does not fit. */
export function alignComments(
  stored: readonly Stored[],
  comments: readonly Comparable[],
  chosen: Chosen | undefined,
): { alignment: Alignment; seam: Seam | null } {
  if (!chosen) return { alignment: findStored(stored, comments), seam: null }
  const seam = checkSeam(stored, comments, chosen)
  const alignment = joinStored(stored, comments, seam)
  if (alignment === null)
    throw misplaced(
      `${describeCount(chosen.line, 'line')} cannot be here already, because ${describeCount(seam.after + 1, 'comment')} stand before that place`,
      'line',
    )
  return { alignment, seam }
}

/** Throws 409 when other comments are stored than the person has seen, and 422 for a seam that is not in the paste. */
function checkSeam(stored: readonly Stored[], comments: readonly Comparable[], chosen: Chosen): Seam {
  if (areKeyed(comments))
    throw misplaced('The keys of these comments say which ones are here already: nothing is left to choose', 'line')
  if (chosen.storedCount !== stored.length)
    throw new AppError('live.pasted_meanwhile', 'Somebody has pasted comments meanwhile: look at the seam again', {
      field: 'seam',
    })
  if (chosen.line > comments.length)
    throw misplaced(`The paste has ${describeCount(comments.length, 'line')}: choose one of them`, 'line')
  const after = chosen.afterID === null ? -1 : stored.findIndex(({ commentID }) => commentID === chosen.afterID)
  if (chosen.afterID !== null && after === -1)
    throw new AppError('reference.missing', `Comment ${chosen.afterID} of this platform does not exist`, {
      field: 'seam.afterID',
    })
  return { line: chosen.line, after }
}

const misplaced = (sentence: string, part: string) =>
  new AppError('live.seam_misplaced', sentence, { field: `seam.${part}` })

const describeCount = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

/** Describes the seam for a screen; null where nothing is stored, and where keys decide. */
export function describeSeam(
  stored: readonly Stored[],
  comments: readonly Comparable[],
  alignment: Alignment,
  chosen: Seam | null,
) {
  if (stored.length === 0 || areKeyed(comments)) return null
  const { line, after } = chosen ?? findSeam(alignment, stored.length)
  const { commentID, name = '', text = '' } = stored[after] ?? {}
  return {
    line,
    after: commentID === undefined ? null : { commentID, name, text },
    previousID: stored[after - 1]?.commentID ?? null,
    nextID: stored[after + 1]?.commentID ?? null,
    storedCount: stored.length,
    isByHand: chosen !== null,
    doubt: chosen === null ? doubtJoin(stored, comments, alignment) : null,
  }
}
