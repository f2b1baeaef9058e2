import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'

import { choosePoints, computeTicks } from './scale.ts'

/**
 * One column: its value, its short label, and the full text of its tooltip. `before` is the value of the period before,
 * drawn as an outline. `isNow` accents the column of today.
 */
export type ColumnPoint = {
  key: string
  value: number
  short: string
  text: string
  before?: number
  isNow?: boolean
}

const height = 232
/**
 * The space around the columns in pixels. The tooltip is above them, their labels are below, and the axis' labels are
 * on the left.
 */
const top = 30
const bottom = 24
const left = 58
/** The width of one letter of a label, and the gap between two labels, in pixels. */
const letterWidth = 7
const gap = 16

/**
 * A column chart of values over time. Hovering a column shows its full text; so do the arrow keys, Home and End.
 * `mark` formats the axis' figures.
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
  const ticks = computeTicks(Math.max(0, ...points.flatMap(({ value, before = 0 }) => [value, before])))
  const largest = ticks.at(-1)!
  const inner = Math.max(0, width - left)
  const step = inner / points.length
  const heightAt = (value: number) => top + (height - top - bottom) * (1 - Math.max(0, value) / largest)
  const nameWidth = gap + letterWidth * Math.max(...points.map(({ short }) => short.length))
  const middleOf = (n: number) => left + (n + 0.5) * step

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
      {/* Wait for the measured width. Without it every column would be drawn at the same place. */}
      {width > 0 && (
        // The points have the focus, and their key events bubble up to the chart. No HTML element groups inside an SVG.
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
                <line x1={left} x2={width} y1={heightAt(value)} y2={heightAt(value)} />
                <text x={left - 10} y={heightAt(value) + 4} textAnchor="end">
                  {mark(value)}
                </text>
              </g>
            ))}
            {choosePoints(points.length, Math.floor(inner / nameWidth)).map((n) => (
              <text key={n} x={middleOf(n)} y={height - 6} textAnchor="middle">
                {points[n]!.short}
              </text>
            ))}
          </g>
          {points.map(({ key, value, text, before = 0, isNow = false }, n) => (
            <g
              key={key}
              // No HTML element represents an image of a part of an SVG.
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
              <Columns
                middle={middleOf(n)}
                width={columnWidthOf(step)}
                yOf={heightAt}
                value={value}
                before={before}
                isNow={isNow}
              />
            </g>
          ))}
          {active !== null && points[active] && (
            <text className="column-told" aria-hidden="true" y={16} {...placeTooltip(middleOf(active), left, width)}>
              {points[active].text}
            </text>
          )}
        </svg>
      )}
    </div>
  )
}

/** Draws the column of a value, and the outline of the one before. */
function Columns({
  middle,
  width,
  yOf,
  value,
  before,
  isNow,
}: {
  middle: number
  width: number
  /** Returns the place of a value from the top. */
  yOf: (value: number) => number
  value: number
  before: number
  isNow: boolean
}) {
  const ground = height - bottom
  return (
    <>
      {before > 0 && (
        <rect
          className="ghost"
          x={middle - width / 2 - 2.5}
          y={yOf(before)}
          width={width + 5}
          height={ground - yOf(before)}
        />
      )}
      <rect
        className={isNow ? 'column now' : 'column'}
        x={middle - width / 2}
        y={yOf(value)}
        width={width}
        height={ground - yOf(value)}
      />
    </>
  )
}

const columnWidthOf = (step: number) => Math.max(1, Math.min(36, step * 0.68))

/** Places the tooltip above its column and within the chart. */
function placeTooltip(x: number, from: number, to: number) {
  const room = 150
  if (x - from < room) return { x: from, textAnchor: 'start' as const }
  return to - x < room ? { x: to, textAnchor: 'end' as const } : { x, textAnchor: 'middle' as const }
}
