import './charts.css'
import './stepChart.css'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'

import { computeTicksBetween } from './scale.ts'

/** Values that hold from a moment (milliseconds) until the next step, and the full text of their tooltip. */
export type Step = { at: number; values: readonly number[]; text: string }
/** A line of the chart: its name at the end of the line, and the class of its colour. */
export type Line = { name: string; className: 'first' | 'second' }

const height = 286
/** The space around the lines in pixels. The names of the lines are at the right, the axis' labels at the left. */
const space = { top: 30, bottom: 34, left: 58, right: 104 }
/** A narrow chart has no names beside its lines. Its tooltip says them. */
const narrow = 560
/** The space for one label of the time axis in pixels. */
const labelWidth = 86

/**
 * A chart of values that hold until the next step, with a band between the first and the last line. Hovering shows the
 * values of a step; so do the arrow keys, Home and End. `mark` formats the axis' figures and `day` its moments.
 */
export function StepChart({
  label,
  lines,
  steps,
  from,
  to,
  mark,
  day,
}: {
  label: string
  lines: readonly Line[]
  /** In the order of their moments, at least one. The first may be before `from`. */
  steps: readonly Step[]
  /** The first and the last moment of the time axis. */
  from: number
  to: number
  mark: (value: number) => string
  day: (at: number) => string
}) {
  const { ref, width } = useElementSize()
  const [active, setActive] = useState<number | null>(null)
  const shown = active === null ? undefined : steps[active]
  const plot = createPlot(steps, { from, to, width })

  function onKeyDown(event: KeyboardEvent) {
    const last = steps.length - 1
    const current = active ?? last
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setActive(Math.min(Math.max(next, 0), last))
  }

  return (
    <div ref={ref} className="step-chart">
      {/* Wait for the measured width. Without it every line would be drawn at the same place. */}
      {width > 0 && (
        // The chart takes arrow keys, so that a keyboard reaches every step. No HTML element is an SVG.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <svg
          // No HTML element represents an image that a keyboard steps through.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-label={label}
          // The arrow keys need the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          width={width}
          height={height}
          onKeyDown={onKeyDown}
          onBlur={() => setActive(null)}
          onPointerLeave={() => setActive(null)}
          onPointerMove={(event) =>
            setActive(plot.stepAt(event.clientX - event.currentTarget.getBoundingClientRect().x))
          }
        >
          <Axis plot={plot} mark={mark} day={day} />
          <path className="band" d={plot.bandOf(0, lines.length - 1)} />
          {lines.map(({ name, className }, n) => (
            <path key={name} className={`line ${className}`} d={plot.lineOf(n)} />
          ))}
          {!plot.isNarrow &&
            lines.map(({ name, className }, n) => (
              <text
                key={name}
                className={`name ${className}`}
                x={plot.right + 10}
                y={plot.yOf(steps.at(-1)!.values[n]!) + 4}
              >
                {name} {mark(steps.at(-1)!.values[n]!)}
              </text>
            ))}
          {shown && (
            <g className="told">
              <path className="cursor" d={`M${plot.xOf(shown.at)} ${space.top}V${height - space.bottom}`} />
              {lines.map(({ name, className }, n) => (
                <circle
                  key={name}
                  className={className}
                  cx={plot.xOf(shown.at)}
                  cy={plot.yOf(shown.values[n]!)}
                  r="4.5"
                />
              ))}
              <text y={16} {...placeTooltip(plot.xOf(shown.at), width)}>
                {shown.text}
              </text>
            </g>
          )}
        </svg>
      )}
      <output className="vh">{shown?.text}</output>
    </div>
  )
}

type Plot = ReturnType<typeof createPlot>

/** Computes the places of a chart's parts. */
function createPlot(steps: readonly Step[], { from, to, width }: { from: number; to: number; width: number }) {
  const isNarrow = width < narrow
  const right = width - (isNarrow ? 8 : space.right)
  const values = steps.flatMap((step) => step.values)
  const ticks = computeTicksBetween(Math.min(...values), Math.max(...values))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const xOf = (at: number) => space.left + ((Math.max(at, from) - from) / (to - from)) * (right - space.left)
  const yOf = (value: number) =>
    height - space.bottom - ((value - low) / (high - low)) * (height - space.bottom - space.top)
  /** Returns the path of a line from the first step to the end of the time axis. */
  const lineOf = (n: number) => {
    const [first, ...rest] = steps
    const start = `M${xOf(first!.at)} ${yOf(first!.values[n]!)}`
    return `${start}${rest.map(({ at, values: one }) => `H${xOf(at)}V${yOf(one[n]!)}`).join('')}H${right}`
  }
  return {
    isNarrow,
    right,
    ticks,
    from,
    to,
    xOf,
    yOf,
    lineOf,
    /** Returns the area between two lines. */
    bandOf: (upper: number, lower: number) => {
      const back = steps.toReversed().map(({ at, values: one }) => `V${yOf(one[lower]!)}H${xOf(at)}`)
      return `${lineOf(upper)}${back.join('')}Z`
    },
    /** Returns the index of the step that holds at this place from the left. */
    stepAt: (x: number) => {
      const after = steps.findIndex(({ at }) => xOf(at) > x)
      return after === -1 ? steps.length - 1 : Math.max(0, after - 1)
    },
  }
}

/** Draws the lines of the values and the labels of both axes. */
function Axis({ plot, mark, day }: { plot: Plot; mark: (value: number) => string; day: (at: number) => string }) {
  const { ticks, right, from, to, xOf, yOf } = plot
  const labels = Math.max(2, Math.min(7, Math.floor((right - space.left) / labelWidth)))
  return (
    <g className="axis" aria-hidden="true">
      {ticks.map((value) => (
        <g key={value}>
          <path d={`M${space.left} ${yOf(value)}H${right}`} />
          <text x={space.left - 10} y={yOf(value) + 4} textAnchor="end">
            {mark(value)}
          </text>
        </g>
      ))}
      {Array.from({ length: labels }, (_, n) => {
        const at = from + ((to - from) * n) / (labels - 1)
        const anchor = n === 0 ? 'start' : n === labels - 1 ? 'end' : 'middle'
        return (
          <text key={n} x={xOf(at)} y={height - 8} textAnchor={anchor}>
            {day(at)}
          </text>
        )
      })}
    </g>
  )
}

/** Places the tooltip above its step and within the chart. */
function placeTooltip(x: number, width: number) {
  const room = 190
  if (x < room) return { x: 0, textAnchor: 'start' as const }
  return width - x < room ? { x: width, textAnchor: 'end' as const } : { x, textAnchor: 'middle' as const }
}
