import { useState } from 'react'

import { type ImportRow, imports } from '../../../../contract/imports/imports.ts'
import { ApiError } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { formatRecords } from '../draft/formatRecords.ts'

/** Returns a function that undoes an import after a confirmation and reports the result. */
export function useUndo() {
  const dialogs = useDialogs()
  /** The import whose undo was refused because of its records. */
  const [blockedID, setBlockedID] = useState<number | null>(null)
  const write = useWrite(imports.undo)

  async function undoImport({ importID, kind, rows, changed, fileName }: ImportRow, done?: () => void) {
    const parts = [
      ...(rows > 0 || changed === 0 ? [`${formatRecords(kind, rows)} taken back`] : []),
      ...(changed > 0 ? [`${formatRecords(kind, changed)} changed back`] : []),
    ]
    const yes = await dialogs.confirm({
      title: 'Undo this import?',
      text: `From ${fileName}: ${parts.join(' and ')}, all or none.`,
      action: 'Undo import',
      cancel: 'Keep',
      danger: true,
    })
    if (!yes) return
    setBlockedID(null)
    try {
      const { message } = await write.mutateAsync({ id: importID })
      await dialogs.success('Import Undone!', message!)
      done?.()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'import.in_use') setBlockedID(importID)
      await dialogs.error('The import stays', (error as Error).message)
    }
  }

  return { undoImport, isPending: write.isPending, blockedID }
}
