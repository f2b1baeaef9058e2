import { importDrafts } from '../../../../contract/imports/drafts.ts'
import type { ImportKind } from '../../../../contract/imports/import-columns.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { readQuery } from '../../../lib/query.ts'

/** The steps of a draft. The address names the step, so that a reload or another tab continues there. */
export const draftSteps = ['columns', 'rows'] as const
export type DraftStep = (typeof draftSteps)[number]

export const draftAddress = (kind: ImportKind, id: number, step: DraftStep) =>
  `${screens.imports}?kind=${kind}&draft=${id}&step=${step}`
export const resultAddress = (kind: ImportKind, importID: number) => `${screens.imports}?kind=${kind}&done=${importID}`

export const draftQuery = (id: number) => readQuery(importDrafts.get, { id })
export const draftKey = (id: number) => draftQuery(id).queryKey

/** Returns a positive whole number from the address; null for anything else. */
export const readKey = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
