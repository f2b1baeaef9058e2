import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

import { Cross } from '../parts/icons.tsx'
import { useSite } from '../parts/site.ts'
import { moved, type Point, type View, whole, zoomed } from './zoomState.ts'

type Properties = {
  pictures: string[]
  name: string
  shown: number
  show: (n: number) => void
  close: () => void
}

const step = 1.5
/** The pixels that an arrow key moves the picture, and the pixels that a finger may slip during a tap. */
const nudge = 80
const slip = 8

/**
 * A zoomable picture. Plus, minus, tap, pinch, wheel and the buttons zoom; dragging and the arrow keys move. At normal
 * size the arrow keys change the picture. Esc closes.
 */
export function Zoom({ pictures, name, shown, show, close }: Properties) {
  const { item: words, frame } = useSite().words
  const dialog = useRef<HTMLDialogElement>(null)
  const [view, setView] = useState<View>(whole)
  const stage = useRef<HTMLDivElement>(null)
  const fingers = useFingers(stage, view, setView)

  useEffect(() => {
    const element = dialog.current!
    element.showModal()
    document.documentElement.classList.add('sheet-open')
    return () => document.documentElement.classList.remove('sheet-open')
  }, [])

  const size = () => stage.current!.getBoundingClientRect()
  const zoom = (factor: number) => setView((before) => zoomed(before, factor, { x: 0, y: 0 }, size()))
  const turn = (by: number) => {
    setView(whole)
    show((shown + by + pictures.length) % pictures.length)
  }
  const move = (x: number, y: number) => {
    if (view.scale > 1) setView((before) => moved(before, { x, y }, size()))
    else if (x !== 0 && pictures.length > 1) turn(x > 0 ? -1 : 1)
  }
  const keys: Record<string, () => void> = {
    '+': () => zoom(step),
    '=': () => zoom(step),
    '-': () => zoom(1 / step),
    '0': () => setView(whole),
    ArrowLeft: () => move(nudge, 0),
    ArrowRight: () => move(-nudge, 0),
    ArrowUp: () => move(0, nudge),
    ArrowDown: () => move(0, -nudge),
  }
  function pressed(event: KeyboardEvent) {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <dialog className="zoom" ref={dialog} aria-label={name} onClose={close} onKeyDown={pressed}>
      <div className="stage" ref={stage} {...fingers}>
        <img
          src={pictures[shown]}
          alt={name}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
      <div className="zoom-tools">
        <button
          type="button"
          aria-label={words.smaller}
          aria-disabled={view.scale === 1}
          onClick={() => zoom(1 / step)}
        >
          <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4 10h12" />
          </svg>
        </button>
        <output className="num">{Math.round(view.scale * 100)} %</output>
        <button type="button" aria-label={words.larger} onClick={() => zoom(step)}>
          <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4 10h12M10 4v12" />
          </svg>
        </button>
        {pictures.length > 1 && (
          <>
            <button type="button" aria-label={words.previousPicture} onClick={() => turn(-1)}>
              <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
                <path d="M12 5l-5 5 5 5" />
              </svg>
            </button>
            <span className="num">
              {shown + 1} / {pictures.length}
            </span>
            <button type="button" aria-label={words.nextPicture} onClick={() => turn(1)}>
              <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
                <path d="M8 5l5 5-5 5" />
              </svg>
            </button>
          </>
        )}
        <button type="button" aria-label={frame.close} onClick={() => dialog.current?.close()}>
          <Cross />
        </button>
      </div>
    </dialog>
  )
}

/** Handles drag, pinch, tap and wheel on the stage. */
function useFingers(
  stage: React.RefObject<HTMLDivElement | null>,
  view: View,
  setView: (change: (before: View) => View) => void,
) {
  const down = useRef(new Map<number, Point>())
  const slid = useRef(0)

  const middleOf = (points: Point[]): Point => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  })
  const apart = ([one, other]: Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0)
  const size = () => stage.current!.getBoundingClientRect()
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = size()
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
  }

  // React adds passive wheel listeners, which cannot stop the page from scrolling.
  useEffect(() => {
    const element = stage.current!
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle({ x: event.clientX, y: event.clientY })
      setView((before) => zoomed(before, Math.exp(-event.deltaY / 300), at, size()))
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  })

  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (down.current.size === 0) slid.current = 0
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent) => {
      if (!down.current.has(event.pointerId)) return
      const before = [...down.current.values()]
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const after = [...down.current.values()]
      const [from, to] = [middleOf(before), middleOf(after)]
      slid.current += Math.hypot(event.movementX, event.movementY)
      const factor = apart(before) > 0 ? apart(after) / apart(before) : 1
      setView((view) =>
        zoomed(moved(view, { x: to.x - from.x, y: to.y - from.y }, size()), factor, fromMiddle(to), size()),
      )
    },
    onPointerUp: (event: PointerEvent) => {
      const tapped = down.current.size === 1 && slid.current < slip
      down.current.delete(event.pointerId)
      if (!tapped) return
      const at = fromMiddle({ x: event.clientX, y: event.clientY })
      const larger = view.scale === 1
      setView((before) => (larger ? zoomed(before, 2.5, at, size()) : whole))
    },
    onPointerCancel: (event: PointerEvent) => down.current.delete(event.pointerId),
  }
}
