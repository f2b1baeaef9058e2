import type { LabelPage } from '../../../contract/catalogue/labels.ts'

type Area = LabelPage['labels'][number]

/** Draws a page of labels, or a magnified part of it, as it will be printed. Dimensions are in millimetres. */
export function LabelSheet({ page, part, label }: { page: LabelPage; part?: Area; label: string }) {
  const { x, y, width, height } = part ?? { x: 0, y: 0, ...page }
  return (
    // The image is drawn inline, so there is no file for an <img>.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg className="label-sheet" viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={label}>
      <rect className="label-paper" x={x} y={y} width={width} height={height} />
      {page.labels.map((one) => (
        <rect key={`${one.x} ${one.y}`} className="cut" {...one} rx={1} />
      ))}
      <path className="bars" d={page.bars} />
      {page.texts.map((text) => (
        <text
          key={`${text.x} ${text.y}`}
          x={text.x}
          y={text.y}
          fontSize={text.size}
          fontWeight={text.bold ? 600 : 400}
          textLength={text.width}
          lengthAdjust="spacingAndGlyphs"
        >
          {text.text}
        </text>
      ))}
    </svg>
  )
}
