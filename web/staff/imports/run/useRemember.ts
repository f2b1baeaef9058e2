import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { listRepeatedFixes } from '../../../../contract/imports/fix-rules.ts'
import { importMappings } from '../../../../contract/imports/saved-mappings.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { savedMappingOf } from '../columns/sources.ts'
import type { Draft } from '../draft/useDraft.ts'

/** Whether the columns and fixes of a draft are saved under a name before the import, for the next file like it. */
export function useRemember(draft: Draft) {
  const { kind, fileName, fixes, importDraftID } = draft
  const { data } = useQuery(readQuery(importMappings.list, { query: { kind } }))
  const create = useWrite(importMappings.create)
  const update = useWrite(importMappings.update)
  const [wants, setWants] = useState(false)
  const [ownName, setOwnName] = useState(() => fileName.replace(/\.\w+$/, '').slice(0, 60))
  const all = data?.data ?? []
  /** The saved mapping that the draft uses. */
  const used = all.find((one) => one.importMappingID === savedMappingOf(draft)?.importMappingID)
  const repeated = listRepeatedFixes(kind, fixes)
  const isKept = used !== undefined && JSON.stringify(used.fixes) === JSON.stringify(repeated)
  const name = used?.mappingName ?? ownName
  const replaced = all.find(({ mappingName }) => mappingName.toLowerCase() === name.trim().toLowerCase())

  async function save() {
    if (!wants || isKept) return
    if (!replaced) await create.mutateAsync({ body: { mappingName: name.trim(), importDraftID } })
    else
      await update.mutateAsync({
        id: replaced.importMappingID,
        body: { mappingName: name.trim(), importDraftID, updatedAt: replaced.updatedAt },
      })
  }

  return {
    /** Whether there is anything new to remember. */
    isOffered: data !== undefined && !isKept,
    /** Whether the draft uses a saved mapping, whose name stays. */
    isUsed: used !== undefined,
    replaces: replaced !== undefined,
    wants,
    setWants,
    name,
    setName: setOwnName,
    isValid: !wants || name.trim() !== '',
    error: create.error ?? update.error,
    save,
  }
}
export type Remember = ReturnType<typeof useRemember>
