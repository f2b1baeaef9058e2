import { Button } from '@mantine/core'

import { Dialog } from './Dialog.tsx'

export type Question = {
  title: string
  text: string
  /** The button that does it. */
  action: string
  /** The button that leaves everything as it is. */
  cancel?: string
  /** Something is lost by it: the other button is the emerald one, and has the focus. */
  danger?: boolean
}

export type Asked = Question & { ask: boolean }

/** Something to be read, or to be answered with yes or no; closing it leaves everything as it is. */
export function QuestionDialog({ question, onAnswer }: { question: Asked; onAnswer: (yes: boolean) => void }) {
  const { title, text, action, cancel = 'Cancel', danger, ask } = question
  return (
    <Dialog title={title} size={440} zIndex={400} onClose={() => onAnswer(!ask)}>
      <p className="dlg-text">{text}</p>
      <div className="dlg-foot">
        {ask && (
          <Button
            variant={danger ? 'filled' : 'default'}
            onClick={() => onAnswer(false)}
            data-autofocus={danger || undefined}
          >
            {cancel}
          </Button>
        )}
        <Button
          variant={danger ? 'default' : 'filled'}
          onClick={() => onAnswer(true)}
          data-autofocus={!danger || undefined}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
