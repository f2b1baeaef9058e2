import { Button } from '@mantine/core'

import { useShortcuts } from '../../../ui/shortcuts.ts'
import { describeSeam, moveSeam, type Preview, type SeamMove } from './pasteRules.ts'

const moves: { move: SeamMove; key: string; words: string; what: string }[] = [
  { move: 'less', key: '[', words: 'One line less', what: 'Seam: one line less is here' },
  { move: 'more', key: ']', words: 'One line more', what: 'Seam: one line more is here' },
  { move: 'earlier', key: '<', words: 'Earlier comment', what: 'Seam: after the comment before' },
  { move: 'later', key: '>', words: 'Later comment', what: 'Seam: after the comment behind' },
]

/** Where the paste joins what is stored. A person moves that place when the program is not sure, or wrong. */
export function Seam({
  preview,
  isActive,
  onMove,
  onDrop,
}: {
  preview: Preview
  isActive: boolean
  onMove: (move: SeamMove) => void
  onDrop: () => void
}) {
  const { seam } = preview
  useShortcuts(
    'Align the paste by hand',
    moves.map(({ move, key, what }) => ({ key, what, run: () => onMove(move), notTyping: true })),
    isActive && seam !== null,
  )
  if (!seam) return null
  return (
    <section className={seam.doubt === null ? 'paste-seam' : 'paste-seam doubt'} aria-label="Where the paste joins">
      <p aria-live="polite">
        {seam.doubt !== null && <b>{seam.doubt}: say where the paste joins. </b>}
        {describeSeam(preview)}
      </p>
      <div className="paste-moves">
        {moves.map(({ move, key, words }) => (
          <Button key={move} size="sm" disabled={moveSeam(preview, move) === null} onClick={() => onMove(move)}>
            {words} <kbd>{key}</kbd>
          </Button>
        ))}
        {seam.isByHand && (
          <Button size="sm" variant="subtle" onClick={onDrop}>
            Align by itself
          </Button>
        )}
      </div>
    </section>
  )
}
