import { Button } from '@mantine/core'

/** What has been done, and the button that takes it back. */
export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className="undo-message">
      {message}
      <Button size="sm" variant="subtle" onClick={onUndo}>
        Undo
      </Button>
    </span>
  )
}
