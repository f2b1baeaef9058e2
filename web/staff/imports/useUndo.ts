import { importNames } from '../../../contract/imports/import-columns.ts'
import { type ImportRow, imports } from '../../../contract/imports/imports.ts'
import { formatQuantity } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'

/** Returns a function that undoes an import after a confirmation and reports the result. */
export function useUndo() {
  const dialogs = useDialogs()
  const write = useWrite(imports.undo)

  async function undoImport({ importID, kind, rows, fileName }: ImportRow, done?: () => void) {
    const { one, many } = importNames[kind]
    const yes = await dialogs.confirm({
      title: 'Undo this import?',
      text: `${formatQuantity(rows)} ${rows === 1 ? one : many} from ${fileName} will be taken back, all or none.`,
      action: 'Undo import',
      cancel: 'Keep',
      danger: true,
    })
    if (!yes) return
    try {
      const { message } = await write.mutateAsync({ id: importID })
      await dialogs.success('Import Undone!', message!)
      done?.()
    } catch (error) {
      await dialogs.error('The import stays', (error as Error).message)
    }
  }

  return { undoImport, isPending: write.isPending, importID: write.variables?.id }
}
