import { eq } from 'drizzle-orm'

import type { importMappings } from '../../../contract/imports/drafts.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { importDraft, importMapping } from '../../db/schema/imports.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { ok, record, recordCreated, recordUpdated, stampCreated, updateUnchanged } from '../../resource/records.ts'

const what = 'Mapping'

type Calls = typeof importMappings

/** Saves the mapping of the caller's draft under a name. */
export async function saveMapping(
  context: Context<SignedIn>,
  { mappingName, importDraftID }: Received<Calls['create']>['body'],
) {
  const { db, actor } = context
  const [draft] = await db.select().from(importDraft).where(eq(importDraft.importDraftID, importDraftID))
  if (draft?.createdByID !== actor.userID) throw notFound('Draft')
  const { kind, header, mapping } = draft
  if (mapping.columns.length === 0)
    throw new AppError('import.mapping_incomplete', 'This mapping has no column yet', { field: 'importDraftID' })
  const [row] = await db
    .insert(importMapping)
    .values({ kind, header, mapping, mappingName, ...stampCreated(context) })
    .returning()
  await db.update(importDraft).set({ mappingName }).where(eq(importDraft.importDraftID, importDraftID))
  return recordCreated(context, 'importMapping', row!.importMappingID, row!)
}

export const renameMapping = async (context: Context, id: number, body: Received<Calls['update']>['body']) =>
  recordUpdated(
    context,
    'importMapping',
    id,
    await updateUnchanged(context, what, importMapping, importMapping.importMappingID, id, body),
  )

export async function removeMapping(context: Context, id: number) {
  const [gone] = await context.db.delete(importMapping).where(eq(importMapping.importMappingID, id)).returning()
  if (!gone) throw notFound(what)
  await record(context, { action: 'delete', entity: 'importMapping', entityID: id, before: gone, after: null })
  return ok(null)
}
