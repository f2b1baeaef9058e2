import { useQuery } from '@tanstack/react-query'

import { importDrafts } from '../../../../contract/imports/drafts.ts'
import { imports } from '../../../../contract/imports/imports.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'

/** Interval for asking whether an import still runs, in milliseconds. */
const pollInterval = 1000

/**
 * The import of a draft. After a reload it may still run, so its progress is asked for, too. `isChecking` is true while
 * this page checks the draft, whose progress is no import.
 */
export function useRunning(importDraftID: number, isChecking: boolean) {
  const write = useWrite(importDrafts.run)
  const { data } = useQuery({
    ...readQuery(imports.progress, {}),
    enabled: !isChecking && !write.isPending,
    refetchInterval: ({ state }) => (state.data?.data?.doing === 'importing' ? pollInterval : false),
    gcTime: 0,
  })
  const runsElsewhere = !isChecking && !write.isPending && data?.data?.doing === 'importing'
  return { write, isImporting: write.isPending || runsElsewhere, runsElsewhere, importDraftID }
}
export type Running = ReturnType<typeof useRunning>
