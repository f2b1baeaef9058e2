import { asc, eq, sql } from 'drizzle-orm'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import type { NamedMapping } from '../../../contract/imports/mapping.ts'
import { importMapping } from '../../db/schema/imports.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Lists saved mappings by name: those of a kind, or all. */
export const listMappings = (db: Db | Tx, kind?: ImportKind) =>
  db
    .select()
    .from(importMapping)
    .where(kind && eq(importMapping.kind, kind))
    .orderBy(asc(sql`lower(${importMapping.mappingName})`), asc(importMapping.importMappingID))

/** Returns the saved mappings of a kind as the rules read them. */
export async function savedMappingsOf(
  db: Db | Tx,
  kind: ImportKind,
): Promise<(NamedMapping & { importMappingID: number })[]> {
  const rows = await listMappings(db, kind)
  return rows.map(({ importMappingID, mappingName, header, mapping, fixes }) => ({
    importMappingID,
    name: mappingName,
    header,
    mapping,
    fixes,
  }))
}
