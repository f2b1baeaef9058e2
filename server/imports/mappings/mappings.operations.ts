import { eq } from 'drizzle-orm'

import { listRepeatedFixes } from '../../../contract/imports/fix-rules.ts'
import type { importMappings } from '../../../contract/imports/saved-mappings.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { importDraft, importMapping } from '../../db/schema/imports.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { ok, record, recordCreated, recordUpdated, stampCreated, updateUnchanged } from '../../resource/records.ts'
import { savedMappingsOf } from './mappings.queries.ts'

const what = 'Mapping'

type Calls = typeof importMappings

/** Returns what a saved mapping keeps of the caller's draft. */
async function readDraft({ db, actor }: Context<SignedIn>, importDraftID: number) {
  const [draft] = await db.select().from(importDraft).where(eq(importDraft.importDraftID, importDraftID))
  if (draft?.createdByID !== actor.userID) throw notFound('Draft')
  const { kind, header, mapping, fixes } = draft
  if (mapping.columns.length === 0)
    throw new AppError('import.mapping_incomplete', 'This mapping has no column yet', { field: 'importDraftID' })
  return { kind, header, mapping, fixes: listRepeatedFixes(kind, fixes) }
}

const nameDraft = ({ db }: Context, importDraftID: number, mappingName: string) =>
  db.update(importDraft).set({ mappingName }).where(eq(importDraft.importDraftID, importDraftID))

/** Saves the mapping of the caller's draft under a name. */
export async function saveMapping(
  context: Context<SignedIn>,
  { mappingName, importDraftID }: Received<Calls['create']>['body'],
) {
  const kept = await readDraft(context, importDraftID)
  const [row] = await context.db
    .insert(importMapping)
    .values({ ...kept, mappingName, ...stampCreated(context) })
    .returning()
  await nameDraft(context, importDraftID, mappingName)
  return recordCreated(context, 'importMapping', row!.importMappingID, row!)
}

/** Renames a saved mapping. With a draft, it also replaces its columns and fixes by those of the draft. */
export async function changeMapping(
  context: Context<SignedIn>,
  id: number,
  { importDraftID, ...body }: Received<Calls['update']>['body'],
) {
  const { kind, ...kept } = importDraftID === undefined ? {} : await readDraft(context, importDraftID)
  if (kind !== undefined) {
    const found = (await savedMappingsOf(context.db, kind)).some(({ importMappingID }) => importMappingID === id)
    if (!found) throw notFound(what)
  }
  const changed = await updateUnchanged(context, what, importMapping, importMapping.importMappingID, id, {
    ...body,
    ...kept,
  })
  if (importDraftID !== undefined) await nameDraft(context, importDraftID, body.mappingName)
  return recordUpdated(context, 'importMapping', id, changed)
}

export async function removeMapping(context: Context, id: number) {
  const [gone] = await context.db.delete(importMapping).where(eq(importMapping.importMappingID, id)).returning()
  if (!gone) throw notFound(what)
  await record(context, { action: 'delete', entity: 'importMapping', entityID: id, before: gone, after: null })
  return ok(null)
}
