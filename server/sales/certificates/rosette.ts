import type { Doc } from '../../pdf/sheet.ts'

// The rosette behind a certificate: three curves, each drawn once and turned. The drawing is stored once in a file and
// used on each of its pages.

/** A curve of `points` points at radius × (1 + swing × cos(lobes × angle)), turned `turns` times by `step` degrees. */
type Curve = { radius: number; swing: number; lobes: number; points: number; turns: number; step: number }
const curves: Curve[] = [
  { radius: 236, swing: 0.17, lobes: 12, points: 480, turns: 12, step: 2.5 },
  { radius: 152, swing: 0.24, lobes: 10, points: 400, turns: 10, step: 3.6 },
  { radius: 84, swing: 0.3, lobes: 8, points: 320, turns: 9, step: 5 },
]
/** Half the width of the square in which the rosette lies, in its own units. */
export const rosetteRadius = 300
/** The rosette's color with its opacity of 34 % on the paper's color, because print shops flatten transparency. */
const color = '0.928 0.879 0.77'

/** Returns the PDF operators of one curve around the origin. */
function drawCurve({ radius, swing, lobes, points }: Curve): string {
  const at = (n: number) => {
    const angle = (2 * Math.PI * n) / points
    const distance = radius * (1 + swing * Math.cos(lobes * angle))
    return `${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`
  }
  const lines = Array.from({ length: points - 1 }, (_, n) => `${at(n + 1)} l`)
  return `0.55 w ${color} RG ${at(0)} m ${lines.join(' ')} h S`
}

/** Returns the operators that draw a named curve at each of its turns. */
const turnCurve = (name: string, { turns, step }: Curve) =>
  Array.from({ length: turns }, (_, n) => {
    const angle = (n * step * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle).toFixed(5), Math.sin(angle).toFixed(5)]
    return `q ${cos} ${sin} ${-Number(sin)} ${cos} 0 0 cm /${name} Do Q`
  }).join('\n')

/** Stores the rosette in a document, and returns the function that draws it on the present page. */
export function storeRosette(doc: Doc) {
  const box = [-rosetteRadius, -rosetteRadius, rosetteRadius, rosetteRadius]
  const store = (content: string, curves: Record<string, unknown>) => {
    const form = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: box,
      Resources: { XObject: curves },
    })
    form.end(Buffer.from(content))
    return form
  }
  const names = curves.map((_, n) => `Curve${n}`)
  const stored = Object.fromEntries(curves.map((curve, n) => [names[n]!, store(drawCurve(curve), {})]))
  const rosette = store(curves.map((curve, n) => turnCurve(names[n]!, curve)).join('\n'), stored)

  /** Draws it with its middle at this place. `size` is its width in points. */
  return (x: number, y: number, size: number) => {
    // pdfkit's types leave out the page's list of stored drawings.
    const { xobjects } = doc.page as unknown as { xobjects: Record<string, unknown> }
    xobjects['Rosette'] = rosette
    doc
      .save()
      .translate(x, y)
      .scale(size / (2 * rosetteRadius))
    doc.addContent('/Rosette Do')
    doc.restore()
  }
}
