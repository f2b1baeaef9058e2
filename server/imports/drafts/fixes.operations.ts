import { and, eq, inArray, sql } from 'drizzle-orm'

import type { importDrafts } from '../../../contract/imports/drafts.ts'
import { findFixProblem } from '../../../contract/imports/fix-rules.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { importDraftRow } from '../../db/schema/imports.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { keepable } from '../files/file.ts'
import type { Kinds } from '../kinds/kind.ts'
import { changeDraft, continueDraftFixes, lockDraft } from './drafts.operations.ts'
import { columnsFor } from './drafts.queries.ts'

// Mends the rows of a draft: by fixes for many rows, and by corrections of single ones.

type Body<Call extends 'fix' | 'correct'> = Received<(typeof importDrafts)[Call]>['body']

/** Replaces the fixes of a draft. Throws 422 when two are for the same cells, or one suits no such problem. */
export async function setFixes(
  context: Context<SignedIn>,
  kinds: Kinds,
  id: number,
  { fixes, updatedAt }: Body<'fix'>,
) {
  const draft = await lockDraft(context, id, updatedAt)
  const problem = findFixProblem(fixes)
  if (problem !== null) throw new AppError('import.fixes_invalid', problem, { field: 'fixes' })
  return changeDraft(context, draft, { fixes: await continueDraftFixes(context, kinds, draft, fixes) })
}

/** Corrects cells of rows, and leaves rows out or takes them in again. Rows that the draft lacks are refused. */
export async function correctRows(context: Context<SignedIn>, id: number, { corrections, updatedAt }: Body<'correct'>) {
  const { db } = context
  const draft = await lockDraft(context, id, updatedAt)
  const known = new Set(columnsFor(context, draft).map(({ key }) => key))
  const unknown = corrections.flatMap(({ cells = {} }) => Object.keys(cells)).find((key) => !known.has(key))
  if (unknown !== undefined)
    throw new AppError('import.mapping_invalid', `There is no column ${keepable(unknown)} to correct`, {
      field: 'corrections',
    })
  const rows = corrections.map(({ row }) => row)
  const stored = await db.$count(
    importDraftRow,
    and(eq(importDraftRow.importDraftID, draft.importDraftID), inArray(importDraftRow.row, rows)),
  )
  if (stored < new Set(rows).size || new Set(rows).size < rows.length)
    throw new AppError('import.file_invalid', 'Name each row of the file at most once', { field: 'corrections' })
  const changes = corrections.map(({ row, cells, out }) => ({
    row,
    cells: cells ? Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, keepable(cell).trim()])) : null,
    out: out ?? null,
  }))
  await db.execute(sql`update ${importDraftRow} r set
      corrected = case when given.cells is null then corrected else coalesce(corrected, '{}'::jsonb) || given.cells end,
      left_out = coalesce(given.out, left_out)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given ("row" int, cells jsonb, "out" boolean)
    where r.import_draft_id = ${draft.importDraftID} and r.row_number = given."row"`)
  return changeDraft(context, draft, {})
}
