/** One bar: its name, its value, and the formatted value. */
export type Bar = { key: string | number; name: string; value: number; text: string }

/** The maximum number of bars. One further bar sums up the rest. */
const barsAtMost = 10

/**
 * A bar chart with the name and the figure of each bar. `othersOf` creates one bar for the rest of a long list. `apart`
 * is always the last bar. Screen readers read the chart's table instead.
 */
export function BarChart({
  bars,
  othersOf,
  apart = [],
}: {
  bars: readonly Bar[]
  othersOf?: (rest: readonly Bar[]) => Bar
  apart?: readonly Bar[]
}) {
  const many = othersOf !== undefined && bars.length > barsAtMost
  const first = many ? [...bars.slice(0, barsAtMost - 1), othersOf(bars.slice(barsAtMost - 1))] : bars
  const shown = [...first, ...apart]
  const largest = Math.max(...shown.map(({ value }) => Math.abs(value)), Number.MIN_VALUE)
  return (
    <ul className="bar-chart" aria-hidden="true">
      {shown.map(({ key, name, value, text }) => (
        <li key={key}>
          <span className="name" title={name}>
            {name}
          </span>
          <svg height="10" className={value < 0 ? 'below-nothing' : undefined}>
            <rect width={`${(100 * Math.abs(value)) / largest}%`} height="10" rx="1" />
          </svg>
          <span className="num">{text}</span>
        </li>
      ))}
    </ul>
  )
}
