import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'

import { lazyComponent } from '../lazyComponent.tsx'
import type { Asked, Question } from './QuestionDialog.tsx'

const load = async () => (await import('./QuestionDialog.tsx')).QuestionDialog
const QuestionDialog = lazyComponent(load)

type Shown = Asked & { done: (yes: boolean) => void }

export type Dialogs = {
  /** Tells of something done. Resolves when it is read. */
  success: (title: string, text: string) => Promise<void>
  info: (title: string, text: string) => Promise<void>
  /** Tells of something that failed, and what to do. */
  error: (title: string, text: string) => Promise<void>
  /** Asks before something that matters; name the record in it. Resolves to whether the action was chosen. */
  confirm: (question: Question) => Promise<boolean>
}

const DialogsContext = createContext<{ dialogs: Dialogs; open: boolean } | null>(null)

/** The dialogs that interrupt, one at a time: `const dialogs = useDialogs(); await dialogs.success('Saved!', '…')`. */
export const useDialogs = (): Dialogs => useContext(DialogsContext)!.dialogs

/** Whether one of them is open: what lies beneath leaves the keyboard to it. */
export const useDialogOpen = (): boolean => useContext(DialogsContext)!.open

export function DialogsProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<Shown[]>([])
  const show = useCallback(
    (question: Question, ask: boolean) =>
      new Promise<boolean>((done) => setQueue((shown) => [...shown, { ...question, ask, done }])),
    [],
  )
  const dialogs = useMemo<Dialogs>(() => {
    const tell = async (title: string, text: string) => void (await show({ title, text, action: 'Okay' }, false))
    return { success: tell, info: tell, error: tell, confirm: (question) => show(question, true) }
  }, [show])
  // The first screen does not wait for it; by the time that something is asked, it is there.
  useEffect(() => void load().catch(() => {}), [])
  const [first] = queue
  const open = first !== undefined
  const value = useMemo(() => ({ dialogs, open }), [dialogs, open])

  function answer(yes: boolean) {
    setQueue((shown) => shown.slice(1))
    first?.done(yes)
  }

  return (
    <DialogsContext value={value}>
      {children}
      {first && <QuestionDialog question={first} onAnswer={answer} />}
    </DialogsContext>
  )
}
