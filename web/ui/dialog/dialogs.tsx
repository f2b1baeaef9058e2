import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'

import { lazyComponent } from '../lazyComponent.tsx'
import type { Asked, Question } from './QuestionDialog.tsx'

const loadQuestionDialog = async () => (await import('./QuestionDialog.tsx')).QuestionDialog
const QuestionDialog = lazyComponent(loadQuestionDialog)

type QueuedQuestion = Asked & { resolve: (yes: boolean) => void }

export type Dialogs = {
  /** Reports a success. Resolves when the user closes the dialog, to true if the user takes what it offers. */
  success: (title: string, text: string, offer?: string) => Promise<boolean>
  info: (title: string, text: string) => Promise<void>
  /** Reports a failure and how to fix it. */
  error: (title: string, text: string) => Promise<void>
  /** Asks before an important action. The question names the record. Resolves to true if the user confirms. */
  confirm: (question: Question) => Promise<boolean>
}

const DialogsContext = createContext<{ dialogs: Dialogs; open: boolean } | null>(null)

/** Returns the modal dialogs, shown one at a time: `await useDialogs().success('Saved!', '…')`. */
export const useDialogs = (): Dialogs => useContext(DialogsContext)!.dialogs

/** Whether a dialog is open. The shortcuts of the screen below it are then ignored. */
export const useDialogOpen = (): boolean => useContext(DialogsContext)!.open

export function DialogsProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<QueuedQuestion[]>([])
  const show = useCallback(
    (question: Question, ask: boolean) =>
      new Promise<boolean>((done) => setQueue((shown) => [...shown, { ...question, ask, resolve: done }])),
    [],
  )
  const dialogs = useMemo<Dialogs>(() => {
    const report = (title: string, text: string, offer?: string) =>
      show({ title, text, action: 'Okay', ...(offer !== undefined && { cancel: offer }) }, false)
    const tell = async (title: string, text: string) => void (await report(title, text))
    return {
      success: async (title, text, offer) => !(await report(title, text, offer)),
      info: tell,
      error: tell,
      confirm: (question) => show({ cancel: 'Cancel', ...question }, true),
    }
  }, [show])
  // The code of the dialog loads after the first screen, so that it is ready before the first question.
  useEffect(() => void loadQuestionDialog().catch(() => {}), [])
  const [first] = queue
  const open = first !== undefined
  const value = useMemo(() => ({ dialogs, open }), [dialogs, open])

  function answer(yes: boolean) {
    setQueue((shown) => shown.slice(1))
    first?.resolve(yes)
  }

  return (
    <DialogsContext value={value}>
      {children}
      {first && <QuestionDialog question={first} onAnswer={answer} />}
    </DialogsContext>
  )
}
