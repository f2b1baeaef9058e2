import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'

import { namedPoints, ticksTo } from './scale.ts'

/** One column: its value, what stands under it, and what is told of it in full. */
export type ColumnPoint = { key: string; value: number; short: string; text: string }

const height = 232
/** Room above the columns for what is told, beside them for the marks' names, and below for the columns'. */
const top = 30
const bottom = 24
const left = 58
/** Room for a letter of a column's name, and between two names. */
const letterWidth = 7
const gap = 16

/**
 * Values over time as columns. Pointing at one tells it in full; so do the arrow keys, Home and End, once the chart has
 * the focus. `mark` writes the axis' figures.
 */
export function ColumnChart({
  label,
  points,
  mark,
}: {
  label: string
  points: readonly ColumnPoint[]
  mark: (value: number) => string
}) {
  const { ref, width } = useElementSize()
  const svg = useRef<SVGSVGElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const ticks = ticksTo(Math.max(0, ...points.map(({ value }) => value)))
  const largest = ticks.at(-1)!
  const inner = Math.max(0, width - left)
  const step = inner / points.length
  const y = (value: number) => top + (height - top - bottom) * (1 - Math.max(0, value) / largest)
  const nameWidth = gap + letterWidth * Math.max(...points.map(({ short }) => short.length))
  const middle = (n: number) => left + (n + 0.5) * step

  function onKeyDown(event: KeyboardEvent) {
    const last = points.length - 1
    const from = active ?? last
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    svg.current?.querySelectorAll<SVGGElement>('[role=img]')[Math.min(Math.max(to, 0), last)]?.focus()
  }

  return (
    <div ref={ref} className="column-chart">
      {/* Its width is known a moment later, before which every column would stand in one place. */}
      {width > 0 && (
        // The points have the focus, the keys are heard where they bubble to; no HTML element groups inside an SVG.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <svg
          ref={svg}
          // No HTML element groups inside an SVG.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="group"
          aria-label={`${label}: arrow keys go from one to the next`}
          width={width}
          height={height}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setActive(null)}
        >
          <g className="axis" aria-hidden="true">
            {ticks.map((value) => (
              <g key={value}>
                <line x1={left} x2={width} y1={y(value)} y2={y(value)} />
                <text x={left - 10} y={y(value) + 4} textAnchor="end">
                  {mark(value)}
                </text>
              </g>
            ))}
            {namedPoints(points.length, Math.floor(inner / nameWidth)).map((n) => (
              <text key={n} x={middle(n)} y={height - 6} textAnchor="middle">
                {points[n]!.short}
              </text>
            ))}
          </g>
          {points.map(({ key, value, text }, n) => (
            <g
              key={key}
              // No HTML element is a picture of a part of an SVG.
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="img"
              aria-label={text}
              className={n === active ? 'point active' : 'point'}
              tabIndex={n === (active ?? points.length - 1) ? 0 : -1}
              onFocus={() => setActive(n)}
              onBlur={() => setActive(null)}
              onPointerMove={() => setActive(n)}
            >
              <rect className="hit" x={left + n * step} y={top} width={step} height={height - top - bottom} />
              <rect
                className="column"
                x={middle(n) - columnWidth(step) / 2}
                y={y(value)}
                width={columnWidth(step)}
                height={height - bottom - y(value)}
              />
            </g>
          ))}
          {active !== null && points[active] && (
            <text className="column-told" aria-hidden="true" y={16} {...toldAt(middle(active), left, width)}>
              {points[active].text}
            </text>
          )}
        </svg>
      )}
    </div>
  )
}

const columnWidth = (step: number) => Math.max(1, Math.min(36, step * 0.68))

/** Above its column, and within the chart. */
function toldAt(x: number, from: number, to: number) {
  const room = 150
  if (x - from < room) return { x: from, textAnchor: 'start' as const }
  return to - x < room ? { x: to, textAnchor: 'end' as const } : { x, textAnchor: 'middle' as const }
}
