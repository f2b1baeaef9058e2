import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, JsonText, LastRead, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { Fix } from './fixes.ts'
import { ImportKind } from './imports.ts'
import { Mapping } from './mapping.ts'

const SavedMapping = z
  .object({
    importMappingID: ID,
    kind: ImportKind,
    mappingName: z.string(),
    header: z.array(z.string()),
    mapping: Mapping,
    /** The fixes that the next file like it begins with. */
    fixes: z.array(Fix),
    createdByID: ID.nullable(),
    modifiedByID: ID.nullable(),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: 'SavedImportMapping' })
const MappingName = JsonText.trim().min(1).max(60)

export const importMappings = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/imports/mappings',
    summary: 'Lists the saved mappings of a kind',
    access: 'imports.write',
    query: z.strictObject({ kind: ImportKind.optional() }),
    about: ['importMapping'],
    returns: answer(z.array(SavedMapping)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/imports/mappings',
    summary: 'Saves the mapping of a draft under a name, with its fixes for all rows',
    access: 'imports.write',
    body: z.object({ mappingName: MappingName, importDraftID: ID }),
    returns: answer(SavedMapping),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/mappings/:id',
    summary: 'Renames a saved mapping, or replaces it by the mapping and fixes of a draft',
    access: 'imports.write',
    body: z.object({ mappingName: MappingName, importDraftID: ID.optional(), ...LastRead }),
    returns: answer(SavedMapping),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/imports/mappings/:id',
    summary: 'Deletes a saved mapping',
    access: 'imports.write',
    returns: answer(z.null()),
  }),
}
