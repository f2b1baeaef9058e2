import { and, desc, eq, sql } from 'drizzle-orm'

import type { importDrafts } from '../../../contract/imports/drafts.ts'
import { type ImportColumn, listImportColumns } from '../../../contract/imports/import-columns.ts'
import { legacyEncodingNames } from '../../../contract/imports/imports.ts'
import {
  headingOf,
  listTakenPositions,
  listUnmapped,
  transferMapping,
} from '../../../contract/imports/mapping-rules.ts'
import { presets } from '../../../contract/imports/presets.ts'
import type { Returned } from '../../../contract/shared/endpoint.ts'
import { importDraft, importDraftRow } from '../../db/schema/imports.ts'
import { type Context, seesCosts, type SignedIn } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { type CheckedRow, createChecker } from '../checking/check.ts'
import type { Kinds } from '../kinds/kind.ts'
import { savedMappingsOf } from '../mappings/mappings.queries.ts'
import { readFirstRows, readMapped } from './draft-rows.ts'

export type Draft = typeof importDraft.$inferSelect
type DraftAnswer = Returned<(typeof importDrafts)['get']>['data']

/** Hours after which a draft is deleted. It may hold the data of customers. */
const draftHours = 24
export const isOver = sql`${importDraft.createdAt} < now() - interval '${sql.raw(String(draftHours))} hours'`

/** The columns of a kind that the actor may fill. */
export const columnsFor = ({ actor }: Pick<Context, 'actor'>, { kind }: Pick<Draft, 'kind'>) =>
  listImportColumns(kind, seesCosts(actor))

/** Returns the caller's own draft. Throws 404 for another person's, or one that is over. */
export async function findDraft({ db, actor }: Context<SignedIn>, id: number, { lock = false } = {}): Promise<Draft> {
  const select = db
    .select()
    .from(importDraft)
    .where(and(eq(importDraft.importDraftID, id), eq(importDraft.createdByID, actor.userID), sql`not ${isOver}`))
  const [found] = await (lock ? select.for('update') : select)
  if (!found) throw notFound('Draft')
  return found
}

/** Lists the caller's drafts, the newest first. */
export async function listDrafts({ db, actor }: Context<SignedIn>) {
  const rows = await db
    .select()
    .from(importDraft)
    .where(and(eq(importDraft.createdByID, actor.userID), sql`not ${isOver}`))
    .orderBy(desc(importDraft.importDraftID))
    .limit(50)
  return rows.map(({ importDraftID, kind, fileName, rows: total, createdAt }) => ({
    importDraftID,
    kind,
    fileName,
    rows: total,
    createdAt,
    endsAt: endOf(createdAt),
  }))
}

const endOf = (createdAt: Date) => new Date(createdAt.getTime() + draftHours * 3_600_000)

/** Number of rows that a preview shows, and of rows of the file that it looks at. */
const rowsPreviewed = 8
const rowsLookedAt = 100
/** Number of example cells of each column, and their longest length. */
const examplesShown = 3
const exampleLength = 80

/** Returns a draft as the API answers it, with its first rows as they would come in. */
export async function describeDraft(context: Context<SignedIn>, kinds: Kinds, draft: Draft): Promise<DraftAnswer> {
  const { db } = context
  const { createdByID: _, modifiedByID: _by, rawHeader, ...rest } = draft
  const columns = columnsFor(context, draft)
  const taken = new Set(listTakenPositions(draft.mapping))
  const { header } = draft
  const examples = listExamples(header, await readFirstRows(db, draft.importDraftID, rowsLookedAt))
  return {
    ...rest,
    encodings: rawHeader === null ? [] : legacyEncodingNames,
    examples,
    choices: await listChoices(db, draft),
    unmapped: listUnmapped(draft.mapping, columns).map(({ key }) => key),
    ignored: header.flatMap((heading, position) => {
      const isNamed = heading !== '' || examples[position]!.length > 0
      return !isNamed || heading === problemsHeading || taken.has(position) ? [] : [headingOf(header, position)]
    }),
    ...(await countTouched(db, draft.importDraftID)),
    preview: await preview(context, kinds, draft, columns),
    endsAt: endOf(draft.createdAt),
  }
}

/** The heading of the column that the file of wrong rows has besides its own. A check does not read it. */
export const problemsHeading = 'What is wrong'

const listExamples = (header: readonly string[], rows: readonly { cells: string[] }[]) =>
  header.map((_, position) => {
    const cells = rows.map(({ cells: all }) => (all[position] ?? '').trim()).filter(Boolean)
    return [...new Set(cells)].slice(0, examplesShown).map((cell) => cell.slice(0, exampleLength).toWellFormed())
  })

async function listChoices(db: Db | Tx, { kind, header }: Draft): Promise<DraftAnswer['choices']> {
  const builtIn = presets.filter((one) => one.kind === kind)
  return [
    ...(await savedMappingsOf(db, kind)).map((one) => ({
      preset: null,
      importMappingID: one.importMappingID,
      mappingName: one.name,
      missing: transferMapping(one, header).missing,
    })),
    ...builtIn.map((one) => ({
      preset: one.key,
      importMappingID: null,
      mappingName: one.name,
      missing: one.signs.filter((sign) => !header.some((heading) => heading.toLowerCase() === sign.toLowerCase())),
    })),
  ]
}

async function countTouched(db: Db | Tx, importDraftID: number) {
  const [touched] = await db
    .select({
      correctedRows: sql<number>`count(${importDraftRow.corrected})::int`,
      leftOutRows: sql<number>`(count(*) filter (where ${importDraftRow.leftOut}))::int`,
    })
    .from(importDraftRow)
    .where(eq(importDraftRow.importDraftID, importDraftID))
  return touched!
}

async function preview(context: Context<SignedIn>, kinds: Kinds, draft: Draft, columns: readonly ImportColumn[]) {
  const checker = createChecker(context, {
    kind: kinds[draft.kind],
    columns,
    separator: draft.separator,
    fixes: draft.fixes,
    mapping: draft.mapping,
    isImport: false,
    changesExisting: true,
  })
  for await (const { rows } of readMapped(context.db, draft, rowsLookedAt)) {
    const checked: CheckedRow<unknown>[] = await checker.check(rows.slice(0, rowsPreviewed))
    return checked.map(({ row, cells, problems }) => ({ row, cells, problems }))
  }
  return []
}
