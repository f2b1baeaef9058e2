import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

import { Cross } from '../parts/icons.tsx'
import { useSite } from '../parts/site.ts'
import { moveView, type Point, type View, normalView, zoomView } from './zoomState.ts'

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
  const [view, setView] = useState<View>(normalView)
  const stage = useRef<HTMLDivElement>(null)
  const gestures = useGestures(stage, view, setView)

  useEffect(() => {
    const element = dialog.current!
    element.showModal()
    document.documentElement.classList.add('sheet-open')
    return () => document.documentElement.classList.remove('sheet-open')
  }, [])

  const measureStage = () => stage.current!.getBoundingClientRect()
  const zoom = (factor: number) => setView((before) => zoomView(before, factor, { x: 0, y: 0 }, measureStage()))
  const showOther = (by: number) => {
    setView(normalView)
    show((shown + by + pictures.length) % pictures.length)
  }
  const move = (x: number, y: number) => {
    if (view.scale > 1) setView((before) => moveView(before, { x, y }, measureStage()))
    else if (x !== 0 && pictures.length > 1) showOther(x > 0 ? -1 : 1)
  }
  const keys: Record<string, () => void> = {
    '+': () => zoom(step),
    '=': () => zoom(step),
    '-': () => zoom(1 / step),
    '0': () => setView(normalView),
    ArrowLeft: () => move(nudge, 0),
    ArrowRight: () => move(-nudge, 0),
    ArrowUp: () => move(0, nudge),
    ArrowDown: () => move(0, -nudge),
  }
  function onKeyDown(event: KeyboardEvent) {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <dialog className="zoom" ref={dialog} aria-label={name} onClose={close} onKeyDown={onKeyDown}>
      <div className="stage" ref={stage} {...gestures}>
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
            <button type="button" aria-label={words.previousPicture} onClick={() => showOther(-1)}>
              <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
                <path d="M12 5l-5 5 5 5" />
              </svg>
            </button>
            <span className="num">
              {shown + 1} / {pictures.length}
            </span>
            <button type="button" aria-label={words.nextPicture} onClick={() => showOther(1)}>
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
function useGestures(
  stage: React.RefObject<HTMLDivElement | null>,
  view: View,
  setView: (change: (before: View) => View) => void,
) {
  const down = useRef(new Map<number, Point>())
  const distance = useRef(0)

  const middleOf = (points: Point[]): Point => ({
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  })
  const distanceOf = ([one, other]: Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0)
  const measureStage = () => stage.current!.getBoundingClientRect()
  const toPoint = ({ x, y }: Point): Point => {
    const box = measureStage()
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
  }

  // React adds passive wheel listeners, which cannot stop the page from scrolling.
  useEffect(() => {
    const element = stage.current!
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = toPoint({ x: event.clientX, y: event.clientY })
      setView((before) => zoomView(before, Math.exp(-event.deltaY / 300), at, measureStage()))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  })

  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (down.current.size === 0) distance.current = 0
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent) => {
      if (!down.current.has(event.pointerId)) return
      const before = [...down.current.values()]
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const after = [...down.current.values()]
      const [from, to] = [middleOf(before), middleOf(after)]
      distance.current += Math.hypot(event.movementX, event.movementY)
      const factor = distanceOf(before) > 0 ? distanceOf(after) / distanceOf(before) : 1
      setView((view) =>
        zoomView(
          moveView(view, { x: to.x - from.x, y: to.y - from.y }, measureStage()),
          factor,
          toPoint(to),
          measureStage(),
        ),
      )
    },
    onPointerUp: (event: PointerEvent) => {
      const tapped = down.current.size === 1 && distance.current < slip
      down.current.delete(event.pointerId)
      if (!tapped) return
      const at = toPoint({ x: event.clientX, y: event.clientY })
      const isWhole = view.scale === 1
      setView((before) => (isWhole ? zoomView(before, 2.5, at, measureStage()) : normalView))
    },
    onPointerCancel: (event: PointerEvent) => down.current.delete(event.pointerId),
  }
}
