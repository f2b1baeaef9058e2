import { useDialogs } from '../dialog/dialogs.tsx'
import { useUnsavedGuard } from './useUnsavedGuard.ts'

/**
 * Asks before a form with unsaved values closes. `allowClosing` allows the form to close without a question; `close` closes
 * it.
 */
export function useCloseGuard({
  title,
  isDirty,
  isPending,
  onClose,
}: {
  title: string
  isDirty: boolean
  /** The form is being sent and must stay open. */
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
