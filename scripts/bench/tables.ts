/** Returns a Markdown table padded like the formatter's output, with numbers aligned right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = header.map((_, n) => Math.max(3, ...[header, ...rows].map((row) => row[n]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => (n === 0 ? cell.padEnd(width[n]!) : cell.padStart(width[n]!))).join(' | ')} |`
  const rule = width.map((dashes, n) => (n === 0 ? '-'.repeat(dashes) : `${'-'.repeat(dashes - 1)}:`))
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

export const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
export const times = (value: number) => value.toFixed(2)
