import type { importDrafts } from '../../../contract/imports/drafts.ts'
import { findMappingProblem, transferMapping } from '../../../contract/imports/mapping-rules.ts'
import type { Mapping, NamedMapping } from '../../../contract/imports/mapping.ts'
import { presets } from '../../../contract/imports/presets.ts'
import {
  chooseMapping,
  completeMapping,
  fitPreset,
  proposeMapping,
  sampleRows,
} from '../../../contract/imports/proposal-rules.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { readHeadings } from '../files/file.ts'
import type { Kinds } from '../kinds/kind.ts'
import { savedMappingsOf } from '../mappings/mappings.queries.ts'
import { allowTime } from '../runs/run.operations.ts'
import { continueCounters } from './counters.ts'
import { decodeRows, readFirstRows } from './draft-rows.ts'
import { changeDraft, continueDraftFixes, lockDraft, takeCells } from './drafts.operations.ts'
import { columnsFor, type Draft } from './drafts.queries.ts'

// Decides how the file of a draft is read: its columns and its encoding.

type Body<Call extends 'map' | 'setEncoding'> = Received<(typeof importDrafts)[Call]>['body']

/** Sets the mapping of a draft. Throws 422 for one that does not fit the file. A saved one brings its fixes. */
export async function setMapping(
  context: Context<SignedIn>,
  kinds: Kinds,
  id: number,
  { updatedAt, ...body }: Body<'map'>,
) {
  const draft = await lockDraft(context, id, updatedAt)
  const named = body.mapping === undefined ? await findNamed(context, draft, body) : null
  const mapping = named ? await fitMapping(context, draft, named) : body.mapping!
  const problem = findMappingProblem(mapping, columnsFor(context, draft), draft.header)
  if (problem !== null) throw new AppError('import.mapping_invalid', problem, { field: 'mapping' })
  const mapped = { ...draft, mapping: await continueCounters(context, kinds[draft.kind], mapping) }
  return changeDraft(context, draft, {
    mapping: mapped.mapping,
    mappingName: named?.name ?? null,
    fixes: await continueDraftFixes(context, kinds, mapped, named?.fixes ?? draft.fixes),
  })
}

async function findNamed(
  { db }: Context,
  { kind }: Draft,
  { preset, importMappingID }: { preset?: string | undefined; importMappingID?: number | undefined },
): Promise<NamedMapping> {
  const found =
    preset === undefined
      ? (await savedMappingsOf(db, kind)).find((one) => one.importMappingID === importMappingID)
      : presets.find((one) => one.key === preset && one.kind === kind)
  if (!found) throw notFound('Mapping')
  return found
}

/** Changes a named mapping to the draft's columns. Throws 422 when the file lacks a column of a saved mapping. */
async function fitMapping(context: Context<SignedIn>, draft: Draft, named: NamedMapping): Promise<Mapping> {
  const { header, kind } = draft
  const columns = columnsFor(context, draft)
  const preset = presets.find((one) => one === named)
  if (preset) {
    const rows = await readFirstRows(context.db, draft.importDraftID, sampleRows)
    return fitPreset(preset, columns, header, proposeMapping(kind, columns, header, takeCells(rows, sampleRows)))
  }
  const { mapping, missing } = transferMapping(named, header)
  if (missing.length > 0)
    throw new AppError(
      'import.column_missing',
      `${named.name} needs the columns ${missing.slice(0, 10).join(', ')}, which this file lacks`,
      { field: 'importMappingID' },
    )
  return completeMapping(mapping, { ...mapping, columns: [] }, columns)
}

/**
 * Reads the file of a draft in another encoding. Its mapping and fixes are chosen anew where the headings differ. Throws
 * 422 when the bytes of the file prove the encoding.
 */
export async function setEncoding(
  context: Context<SignedIn>,
  kinds: Kinds,
  id: number,
  { encoding, updatedAt }: Body<'setEncoding'>,
) {
  const { db } = context
  const draft = await lockDraft(context, id, updatedAt)
  if (draft.rawHeader === null)
    throw new AppError('import.file_invalid', 'This file can be read in one encoding alone', { field: 'encoding' })
  await allowTime(context)
  await decodeRows(db, id, encoding)
  const header = readHeadings(draft.rawHeader, encoding)
  const decoded = { ...draft, encoding, header }
  if (header.every((heading, position) => heading === draft.header[position]))
    return changeDraft(context, draft, { encoding })
  const columns = columnsFor(context, draft)
  const sample = takeCells(await readFirstRows(db, id, sampleRows), sampleRows)
  const saved = await savedMappingsOf(db, draft.kind)
  const { mapping, name, fixes } = chooseMapping(draft.kind, columns, header, sample, saved)
  const mapped = { ...decoded, mapping: await continueCounters(context, kinds[draft.kind], mapping) }
  return changeDraft(context, draft, {
    encoding,
    header,
    mapping: mapped.mapping,
    mappingName: name,
    fixes: await continueDraftFixes(context, kinds, mapped, fixes),
  })
}
