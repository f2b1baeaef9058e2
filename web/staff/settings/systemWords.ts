import { formatCount, formatQuantity } from '../../lib/format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Describes the age of a moment: `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`. */
export function describeAge(iso: string, now = Date.now()): string {
  const age = Math.max(0, now - Date.parse(iso))
  if (age < minute) return 'just now'
  const [length, unit] =
    age < hour ? [minute, 'minute'] : age < 2 * day ? [hour, 'hour'] : ([day, 'day'] as [number, string])
  return `${formatCount(Math.floor(age / length), unit)} ago`
}

/** Formats a size in decimal units: `980 B`, `4.1 kB`, `12.5 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${formatQuantity(Number(value.toFixed(unit === 0 || Math.abs(value) >= 99.95 ? 0 : 1)))} ${units[unit]}`
}
