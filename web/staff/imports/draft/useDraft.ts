import { type Updater, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'

import { type ImportDraftRow, importDrafts } from '../../../../contract/imports/drafts.ts'
import type { Fix } from '../../../../contract/imports/fixes.ts'
import type { Correction, LegacyEncoding } from '../../../../contract/imports/imports.ts'
import { Mapping } from '../../../../contract/imports/mapping.ts'
import { type ApiError, call } from '../../../lib/api.ts'
import { draftKey, draftQuery } from './draftAddress.ts'

/** A draft as the screens read it. */
export type Draft = Omit<ImportDraftRow, 'mapping'> & { mapping: Mapping }

type Answer = Awaited<ReturnType<typeof sendChange>>

/** A change of a draft. */
type Change =
  | { what: 'map'; mapping: Mapping }
  | { what: 'preset'; preset: string }
  | { what: 'saved'; importMappingID: number }
  | { what: 'encoding'; encoding: LegacyEncoding }
  | { what: 'fix'; fixes: Fix[] }
  | { what: 'correct'; corrections: Correction[] }
  | { what: 'check' }

function sendChange(id: number, updatedAt: string, change: Change) {
  switch (change.what) {
    case 'map':
      return call(importDrafts.map, { id, body: { mapping: change.mapping, updatedAt } })
    case 'preset':
      return call(importDrafts.map, { id, body: { preset: change.preset, updatedAt } })
    case 'saved':
      return call(importDrafts.map, { id, body: { importMappingID: change.importMappingID, updatedAt } })
    case 'encoding':
      return call(importDrafts.setEncoding, { id, body: { encoding: change.encoding, updatedAt } })
    case 'fix':
      return call(importDrafts.fix, { id, body: { fixes: change.fixes, updatedAt } })
    case 'correct':
      return call(importDrafts.correct, { id, body: { corrections: change.corrections, updatedAt } })
    default:
      return call(importDrafts.check, { id, body: {} })
  }
}

/**
 * Reads a draft and changes it. The changes are sent one after the other, each with the time of the draft that the one
 * before returned. A change by another tab refuses the next one, which then shows the draft as it is.
 */
export function useDraft(id: number) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...draftQuery(id), retry: false })
  const row = data?.data
  const draft = useMemo<Draft | null>(() => (row ? { ...row, mapping: Mapping.parse(row.mapping) } : null), [row])
  /** The latest mapping on display. Fields show a change at once, and the next change builds on it. */
  const latest = useRef<Mapping | null>(null)
  const show = (next: Updater<Answer | undefined, Answer | undefined>) => client.setQueryData(draftKey(id), next)
  const change = useMutation<Answer, ApiError, Change>({
    scope: { id: `import draft ${id}` },
    mutationFn: (one) => sendChange(id, client.getQueryData(draftKey(id))!.data.updatedAt, one),
    onMutate: (one) => {
      if (one.what !== 'map') return
      latest.current = one.mapping
      show((before) => before && { ...before, data: { ...before.data, mapping: one.mapping, mappingName: null } })
    },
    onSuccess: (answer, one) => {
      const isOld = one.what === 'map' && one.mapping !== latest.current && latest.current !== null
      show(isOld ? { ...answer, data: { ...answer.data, mapping: latest.current! } } : answer)
    },
    onError: () => {
      latest.current = null
      void refetch()
    },
  })
  return { draft, error, refetch, change }
}
export type DraftState = ReturnType<typeof useDraft>
