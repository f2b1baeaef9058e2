import { importNames } from '../../../contract/imports/import-columns.ts'
import { type ImportRow, imports } from '../../../contract/imports/imports.ts'
import { quantity } from '../../lib/format.ts'
import { useWrite } from '../../lib/query.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'

/** Undoes an import when its question is answered; says what became of it. */
export function useUndo() {
  const dialogs = useDialogs()
  const write = useWrite(imports.undo)

  async function ask({ importID, kind, rows, fileName }: ImportRow, done?: () => void) {
    const { one, many } = importNames[kind]
    const yes = await dialogs.confirm({
      title: 'Undo this import?',
      text: `${quantity(rows)} ${rows === 1 ? one : many} from ${fileName} will be taken back, all or none.`,
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

  return { ask, isPending: write.isPending, importID: write.variables?.id }
}
