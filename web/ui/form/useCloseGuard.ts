import { useDialogs } from '../dialog/dialogs.tsx'
import { useUnsavedGuard } from './useUnsavedGuard.ts'

/**
 * Guards a form with unsaved values: the user must confirm that it closes. Returns `close`, which closes the form, and
 * `allowClosing`, which turns the guard off.
 */
export function useCloseGuard({
  title,
  isDirty,
  isPending,
  onClose,
}: {
  title: string
  isDirty: boolean
  /** Whether the form is being sent. It must then stay open. */
  isPending: boolean
  onClose: () => void
}) {
  const dialogs = useDialogs()
  const confirmLeaving = () =>
    dialogs.confirm({
      title: 'Leave without saving?',
      text: `What you have entered under ‘${title}’ is not saved yet.`,
      action: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
    })
  const allowClosing = useUnsavedGuard(isDirty, confirmLeaving)

  async function close() {
    if (isPending) return
    if (isDirty && !(await confirmLeaving())) return
    allowClosing()
    onClose()
  }
  return { allowClosing, close }
}
