import { Button } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

import { nameProof } from '../../../../../contract/proofs/proof-rules.ts'
import { downloadFile } from '../../../../lib/files.ts'
import { LoadFailure } from '../../../../ui/table/ListStates.tsx'
import { usePhone } from '../../../../ui/usePhone.ts'
import type { Size } from './crop.ts'
import { Loupe } from './Loupe.tsx'
import { TurnedPicture } from './TurnedPicture.tsx'
import type { PictureView } from './usePictureView.ts'
import type { ProofFile } from './useProofFile.ts'

/** The room around a picture, and that of the small pictures beside it. */
const margin = 22
const thumbRoom = 84
/** How far an arrow key moves the picture or the loupe, in pixels. */
const arrowStep = 28
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type Stage = {
  proofID: number
  file: ProofFile | undefined
  content: Blob | null
  url: string | null
  error: Error | null
  refetch: () => unknown
  view: PictureView
  hasThumbs: boolean
}

/** Shows one file of a proof: a picture, a PDF to download, or that it was removed. */
export function PictureStage(stage: Stage) {
  const { proofID, file, content, url, error, refetch } = stage
  if (!file) return <p className="proof-note">This proof has no picture.</p>
  if (file.isRemoved)
    return (
      <p className="proof-note">
        This {file.format === 'PDF' ? 'PDF' : 'picture'} was removed after its time. The shop still finds the same one
        when it is sent again.
      </p>
    )
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (file.format === 'PDF')
    return (
      <div className="proof-note">
        <p>The buyer has sent a PDF.</p>
        <Button
          disabled={content === null}
          onClick={() => content && downloadFile(content, `${nameProof(proofID)}.pdf`)}
        >
          Download the PDF
        </Button>
      </div>
    )
  return url === null ? <span className="bone proof-bone" /> : <Picture {...stage} url={url} />
}

/** Returns the size of a turned picture that fits the stage: whole on a desk, as wide as a phone. */
function fitPicture(natural: Size, turns: number, room: Size, { isWide, side }: { isWide: boolean; side: number }) {
  const [width, height] = turns % 2 === 0 ? [natural.width, natural.height] : [natural.height, natural.width]
  const scale = isWide
    ? room.width / width
    : Math.min((room.width - 2 * side) / width, (room.height - 2 * margin) / height)
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) }
}

function Picture({ proofID, file, url, view, hasThumbs }: Stage & { url: string }) {
  const phone = usePhone()
  const stage = useRef<HTMLElement>(null)
  const { ref: measure, ...room } = useElementSize<HTMLElement>()
  const box = useMergedRef(stage, measure)
  const figure = useRef<HTMLElement>(null)
  const [loaded, setLoaded] = useState<Size | null>(null)
  const [pointer, setPointer] = useState<{ x: number; y: number } | null>(null)
  const natural = file!.width && file!.height ? { width: file!.width, height: file!.height } : loaded
  const side = hasThumbs ? thumbRoom : margin
  const fitted = fitPicture(natural ?? { width: 1, height: 2 }, view.turns, room, { isWide: phone, side })
  const size = { width: fitted.width * view.zoom, height: fitted.height * view.zoom }
  useKeptMiddle(stage, size, phone)
  // Without a pointer the loupe begins in the middle of the picture.
  const at = pointer ?? { x: size.width / 2, y: size.height / 2 }

  function point(event: PointerEvent) {
    if (!view.hasLoupe) return
    const { left, top } = figure.current!.getBoundingClientRect()
    setPointer(keepWithin(event.clientX - left, event.clientY - top, size))
  }
  function onKeyDown(event: KeyboardEvent) {
    const direction = arrows[event.key]
    if (!direction) return
    event.preventDefault()
    const [x, y] = [direction[0] * arrowStep, direction[1] * arrowStep]
    if (view.hasLoupe) setPointer(keepWithin(at.x + x, at.y + y, size))
    else stage.current!.scrollBy(x * 2, y * 2)
  }
  return (
    // The arrow keys move the picture and the loupe, so the region takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="proof-stage"
      ref={box}
      // A region that scrolls is reached by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Picture. The arrow keys move it."
      onKeyDown={onKeyDown}
      onPointerMove={point}
      onPointerDown={point}
    >
      <figure ref={figure} style={size} data-loupe={view.hasLoupe || undefined}>
        <TurnedPicture
          url={url}
          alt={`Picture ${view.file + 1} of ${nameProof(proofID)}`}
          turns={view.turns}
          size={size}
          onLoad={setLoaded}
        />
        {view.hasLoupe && (
          <Loupe at={{ x: Math.min(at.x, size.width), y: Math.min(at.y, size.height) }} size={size}>
            {(large) => <TurnedPicture url={url} alt="" turns={view.turns} size={large} />}
          </Loupe>
        )}
      </figure>
    </section>
  )
}

/** Keeps a point within the picture, so that the loupe stops at its edge. */
const keepWithin = (x: number, y: number, { width, height }: Size) => ({
  x: Math.max(0, Math.min(x, width)),
  y: Math.max(0, Math.min(y, height)),
})

/**
 * Keeps the middle of the stage at the same place of the picture when the picture gets another size. On a phone the
 * picture opens below its head, where a receipt has its figures.
 */
function useKeptMiddle(stage: { current: HTMLElement | null }, { width, height }: Size, opensLower: boolean) {
  const before = useRef<Size>(null)
  useLayoutEffect(() => {
    const element = stage.current
    const last = before.current
    if (width <= 1 || !element) return
    before.current = { width, height }
    if (last === null) {
      if (opensLower) element.scrollTo({ top: Math.min(height * 0.23, height - element.clientHeight) })
      return
    }
    const { clientWidth, clientHeight } = element
    element.scrollTo({
      left: ((element.scrollLeft + clientWidth / 2) * width) / last.width - clientWidth / 2,
      top: ((element.scrollTop + clientHeight / 2) * height) / last.height - clientHeight / 2,
    })
  }, [stage, width, height, opensLower])
}
