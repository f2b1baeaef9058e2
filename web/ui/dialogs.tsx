import { Button } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

import { Dialog } from './Dialog.tsx'

type Question = {
  title: string
  text: string
  /** The button that does it. */
  action: string
  /** The button that leaves everything as it is. */
  cancel?: string
  /** Something is lost by it: the other button is the emerald one, and has the focus. */
  danger?: boolean
}

type Shown = Question & { ask: boolean; done: (yes: boolean) => void }

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
      {first && (
        <Dialog title={first.title} size={440} zIndex={400} onClose={() => answer(!first.ask)}>
          <p className="dlg-text">{first.text}</p>
          <div className="dlg-foot">
            {first.ask && (
              <Button
                variant={first.danger ? 'filled' : 'default'}
                onClick={() => answer(false)}
                data-autofocus={first.danger || undefined}
              >
                {first.cancel ?? 'Cancel'}
              </Button>
            )}
            <Button
              variant={first.danger ? 'default' : 'filled'}
              onClick={() => answer(true)}
              data-autofocus={!first.danger || undefined}
            >
              {first.action}
            </Button>
          </div>
        </Dialog>
      )}
    </DialogsContext>
  )
}
