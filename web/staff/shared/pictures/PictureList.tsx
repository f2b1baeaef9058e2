import { type DragEvent, useEffect, useRef, useState } from 'react'

import { focusClass } from '../../../theme/focusClass.ts'
import { CloseIcon, FocusIcon, NextIcon, PreviousIcon } from '../../../ui/icons.tsx'
import { FocusDialog } from './FocusDialog.tsx'
import { moveEntry, type Picture } from './pictures.ts'

/** Shows pictures in order. The user reorders them by dragging or with buttons. The first one is the cover. */
export function PictureList({
  pictures,
  onChange,
  onEmpty,
}: {
  pictures: readonly Picture[]
  onChange: (pictures: Picture[]) => void
  /** Called when the user has removed the last picture, and with it the focused button. */
  onEmpty: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const focusNext = useRef<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [focusing, setFocusing] = useState<Picture | null>(null)
  const draggable = useDragging(pictures, onChange)

  function move(from: number, to: number, focus: string) {
    const picture = pictures[from]!
    focusNext.current = `${picture.key} ${focus}`
    onChange(moveEntry(pictures, from, to))
    setAnnouncement(to === 0 ? `${picture.name} is the cover` : `${picture.name}: ${to + 1} of ${pictures.length}`)
  }

  function remove(at: number) {
    const neighbour = pictures[at + 1] ?? pictures[at - 1]
    focusNext.current = neighbour ? `${neighbour.key} remove` : null
    onChange(pictures.toSpliced(at, 1))
    setAnnouncement(`${pictures[at]!.name} removed`)
    if (!neighbour) onEmpty()
  }

  // Moving or removing a picture makes its button lose the focus. This restores it.
  useEffect(() => {
    if (focusNext.current === null) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const wanted = buttons.find((button) => button.dataset['focus'] === focusNext.current)
    const enabled = wanted?.disabled ? wanted.parentElement?.querySelector('button[data-focus]:enabled') : wanted
    if (enabled instanceof HTMLElement) enabled.focus()
    focusNext.current = null
  })

  return (
    <>
      {pictures.length > 0 && (
        <ul className="pictures" ref={list}>
          {pictures.map((picture, n) => (
            // Dragging needs a pointer. The buttons do the same by keyboard.
            <li key={picture.key} {...draggable(picture, n)}>
              <img
                className={focusClass(picture.focus)}
                src={picture.url}
                alt={picture.name}
                width={118}
                height={118}
                draggable={false}
              />
              <PictureButtons
                picture={picture}
                isFirst={n === 0}
                isLast={n === pictures.length - 1}
                onMove={(by, focus) => move(n, n + by, focus)}
                onCover={() => move(n, 0, 'next')}
                onRemove={() => remove(n)}
                onFocus={() => setFocusing(picture)}
              />
            </li>
          ))}
        </ul>
      )}
      <output className="vh">{announcement}</output>
      {focusing && (
        <FocusDialog
          picture={focusing}
          onChoose={(focus) => {
            onChange(pictures.map((one) => (one.key === focusing.key ? { ...one, focus } : one)))
            setFocusing(null)
          }}
          onClose={() => setFocusing(null)}
        />
      )}
    </>
  )
}

/**
 * Returns the drag attributes of a picture. During a drag the other pictures make space. A drop outside the list
 * restores the order.
 */
function useDragging(pictures: readonly Picture[], onChange: (pictures: Picture[]) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const untouched = useRef(pictures)
  const dropped = useRef(false)
  return (picture: Picture, n: number) => ({
    draggable: true,
    'data-dragged': picture.key === dragged || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('application/x-picture', picture.key)
      untouched.current = pictures
      dropped.current = false
      setDragged(picture.key)
    },
    onDragEnter: (event: DragEvent) => {
      const from = pictures.findIndex(({ key }) => key === dragged)
      if (from === -1) return
      event.preventDefault()
      if (from !== n) onChange(moveEntry(pictures, from, n))
    },
    onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      dropped.current = true
    },
    onDragEnd: () => {
      if (!dropped.current) onChange([...untouched.current])
      setDragged(null)
    },
  })
}

function PictureButtons({
  picture,
  isFirst,
  isLast,
  onMove,
  onCover,
  onRemove,
  onFocus,
}: {
  picture: Picture
  isFirst: boolean
  isLast: boolean
  /** Moves the picture and then focuses its button named `focus`. */
  onMove: (by: 1 | -1, focus: string) => void
  onCover: () => void
  onRemove: () => void
  /** Opens the choice of the focus. */
  onFocus: () => void
}) {
  return (
    <>
      {isFirst ? (
        <span className="cover">
          <span>Cover</span>
        </span>
      ) : (
        <button type="button" className="cover" aria-label={`Make cover: ${picture.name}`} onClick={onCover}>
          <span>Make cover</span>
        </button>
      )}
      <div>
        <button
          type="button"
          className="ib sm"
          disabled={isFirst}
          data-focus={`${picture.key} previous`}
          aria-label={`Move ${picture.name} forward`}
          onClick={() => onMove(-1, 'previous')}
        >
          <PreviousIcon />
        </button>
        <button
          type="button"
          className="ib sm"
          aria-label={`Focus of ${picture.name}`}
          title="What stays in view"
          onClick={onFocus}
        >
          <FocusIcon />
        </button>
        <button
          type="button"
          className="ib sm"
          disabled={isLast}
          data-focus={`${picture.key} next`}
          aria-label={`Move ${picture.name} back`}
          onClick={() => onMove(1, 'next')}
        >
          <NextIcon />
        </button>
        <button
          type="button"
          className="ib sm"
          data-focus={`${picture.key} remove`}
          aria-label={`Remove ${picture.name}`}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </div>
    </>
  )
}
