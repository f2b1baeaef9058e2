import { useDialogs } from '../../../../ui/dialog/dialogs.tsx'
import { useUnsavedGuard } from '../../../../ui/form/useUnsavedGuard.ts'
import { deleteLocalSale, setActiveDraft } from './localSales.ts'
import type { TillSale } from './useSale.ts'

/** Asks before the user leaves an unsaved sale. Returns a function that allows leaving without the question. */
export function useSaleLeaveGuard({ key, stored, stage, unsaved }: TillSale): () => void {
  const dialogs = useDialogs()
  return useUnsavedGuard(unsaved, async () => {
    const isUnanswered = stage === 'unanswered'
    const leave = await dialogs.confirm(isUnanswered ? unansweredQuestion : unsavedQuestion)
    if (!leave || stored !== null) return leave
    if (isUnanswered) setActiveDraft(null)
    else deleteLocalSale(key)
    return leave
  })
}

const unansweredQuestion = {
  title: 'Leave without an answer?',
  text: 'It may have been done already: look for the sale in the list before you make it again.',
  action: 'Leave',
  cancel: 'Stay',
  danger: true,
}
const unsavedQuestion = {
  title: 'Leave without saving?',
  text: 'What you have entered in this sale is not saved yet.',
  action: 'Discard changes',
  cancel: 'Keep editing',
  danger: true,
}
