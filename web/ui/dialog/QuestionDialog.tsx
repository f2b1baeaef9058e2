import { Button } from '@mantine/core'

import { Dialog } from './Dialog.tsx'

export type Question = {
  title: string
  text: string
  /** The label of the button that confirms. */
  action: string
  /** The label of the button that changes nothing. A message has it only where it offers something else. */
  cancel?: string
  /** Whether the action loses data. The button that cancels is then emerald and has the focus. */
  danger?: boolean
}

export type Asked = Question & { ask: boolean }

/** A message, or a question with yes and no. Closing it means no. */
export function QuestionDialog({ question, onAnswer }: { question: Asked; onAnswer: (yes: boolean) => void }) {
  const { title, text, action, cancel, danger, ask } = question
  return (
    <Dialog title={title} size={440} zIndex={400} onClose={() => onAnswer(!ask)}>
      <p className="dlg-text">{text}</p>
      <div className="dlg-foot">
        {cancel !== undefined && (
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
