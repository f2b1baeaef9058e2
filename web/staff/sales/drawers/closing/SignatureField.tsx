import { type PointerEvent, useRef } from 'react'

import { type Signature, signatureField } from '../../../../../contract/drawers/drawer-rules.ts'
import { SignatureLines } from '../SignatureLines.tsx'

const { width, height, mostLines, mostPointsOfALine } = signatureField
/** A point this near to the last one is left out, in the field's units. */
const near = 2

/** A field to draw a signature with a finger or the mouse. The name signs without a drawing. */
export function SignatureField({
  name,
  at,
  signature,
  onSignature,
}: {
  name: string
  /** The moment that stands beside the name, as people read it. */
  at: string
  signature: Signature
  onSignature: (signature: Signature) => void
}) {
  const drawn = useRef<Signature | null>(null)

  function pointOf({ currentTarget, clientX, clientY }: PointerEvent): [number, number] {
    const box = currentTarget.getBoundingClientRect()
    const clamp = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most)
    return [clamp((clientX - box.left) / box.width, width), clamp((clientY - box.top) / box.height, height)]
  }
  function begin(event: PointerEvent) {
    if (signature.length >= mostLines || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawn.current = [...signature, [pointOf(event)]]
    onSignature(drawn.current)
  }
  function go(event: PointerEvent) {
    const lines = drawn.current
    const line = lines?.at(-1)
    if (!lines || !line || line.length >= mostPointsOfALine) return
    const [x, y] = pointOf(event)
    const [lastX, lastY] = line.at(-1)!
    if (Math.hypot(x - lastX, y - lastY) < near) return
    drawn.current = [...lines.slice(0, -1), [...line, [x, y]]]
    onSignature(drawn.current)
  }
  return (
    <div className="signature">
      <span className="signature-label">Signature</span>
      <div className="signature-field">
        <div
          className="signature-surface"
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={() => (drawn.current = null)}
          onPointerCancel={() => (drawn.current = null)}
        >
          <SignatureLines signature={signature} />
        </div>
        <small>
          {name}, {at}
        </small>
        {signature.length > 0 && (
          <button type="button" className="link" onClick={() => onSignature([])}>
            Clear
          </button>
        )}
      </div>
    </div>
  )
}
