// The steps of a live's record as sentences.
import type { liveRecord } from '../../../../contract/live/live-claims.ts'
import type { StepKind } from '../../../../contract/live/live-statuses.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { formatMoment } from '../../../lib/format.ts'
import { formatClock, stateOf } from '../console/liveWords.ts'

export type Step = Answer<typeof liveRecord.replay>['data']['steps'][number]

const verbs: Record<Exclude<StepKind, 'piece'>, string> = {
  noted: 'was noted',
  moved: 'was moved ahead',
  accepted: 'answered yes',
  passed: 'was passed on',
  withdrawn: 'was withdrawn',
  lapsed: 'lapsed',
  invoiced: 'was paid',
}

/** Describes a step: `Piece 12: ana was noted, next in line`, with its reason. */
export function describeStep({ kind, number, handle, outcome, reason }: Step): string {
  const what = kind === 'piece' ? 'its quantity changed' : `${handle ?? 'a buyer'} ${verbs[kind]}`
  // The outcome of the other kinds repeats the verb.
  const says = (kind === 'noted' || kind === 'moved' || kind === 'accepted') && outcome !== null
  const state = says ? `, ${outcome === 'waiting' ? 'in line' : stateOf(outcome, 1).word.toLowerCase()}` : ''
  return `Piece ${number}: ${what}${state}${reason === null ? '' : `: ${reason}`}`
}

/** Returns the steps that name a piece by its number or a buyer by a part of the handle; all of them for no text. */
export function findSteps(steps: readonly Step[], search: string): readonly Step[] {
  const sought = search.trim().toLowerCase()
  if (sought === '') return steps
  return steps.filter(
    ({ number, handle }) => String(number) === sought || (handle ?? '').toLowerCase().includes(sought),
  )
}

/** Returns the steps as the rows of a CSV file, with its header. */
export const tabulateSteps = (steps: readonly Step[], timeZone: string): CsvValue[][] => [
  ['Step', 'Day', 'Time', 'Piece', 'Kind', 'Claim', 'Buyer', 'Outcome', 'Reason', 'By'],
  ...steps.map(({ stepID, at, number, kind, claimID, handle, outcome, reason, byName }) => [
    stepID,
    formatMoment(at, timeZone),
    formatClock(at, timeZone),
    number,
    kind,
    claimID,
    handle,
    outcome,
    reason,
    byName,
  ]),
]
