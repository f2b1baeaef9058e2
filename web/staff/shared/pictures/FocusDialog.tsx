import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'

import type { PictureFocus } from '../../../../contract/shared/covers.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import type { Picture } from './pictures.ts'

const centre: PictureFocus = { x: 50, y: 50 }
/** The percent that an arrow key moves the focus, and with Shift. */
const [step, leap] = [2, 10]

const toPercent = (share: number) => Math.min(100, Math.max(0, Math.round(share * 100)))

/** Chooses the place in a picture that frames keep in view, by pointer or with the arrow keys. */
export function FocusDialog({
  picture,
  onChoose,
  onClose,
}: {
  picture: Picture
  onChoose: (focus: PictureFocus) => void
  onClose: () => void
}) {
  const [focus, setFocus] = useState(picture.focus ?? centre)

  function pointTo(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    setFocus({
      x: toPercent((event.clientX - box.left) / box.width),
      y: toPercent((event.clientY - box.top) / box.height),
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.shiftKey ? leap : step
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    setFocus(({ x, y }) => ({ x: toPercent((x + move[0]) / 100), y: toPercent((y + move[1]) / 100) }))
  }

  return (
    <Dialog title={`Focus of ${picture.name}`} size={560} full onClose={onClose}>
      <div className="dlg-body picture-focus">
        <p className="hint" id="picture-focus-hint">
          Tap the place that stays in view where a frame cuts the picture, or move it with the arrow keys.
        </p>
        <button
          type="button"
          className="picture-focus-field"
          aria-label="The picture. The arrow keys move the focus."
          aria-describedby="picture-focus-hint"
          data-autofocus
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            pointTo(event)
          }}
          onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && pointTo(event)}
        >
          <img src={picture.url} alt={picture.name} draggable={false} />
          <span className="picture-focus-mark" style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
        </button>
        <div className="picture-focus-examples">
          <img className={focusClass(focus)} src={picture.url} alt="" />
          <img className={focusClass(focus)} src={picture.url} alt="" />
          <output className="num">
            {focus.x} % from the left, {focus.y} % from the top
          </output>
        </div>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" onClick={() => onChoose(focus)}>
          Use This Place
        </Button>
      </div>
    </Dialog>
  )
}
