/** Parses a CSV text strictly by RFC 4180. Throws if the text is invalid. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) throw new Error(`Not what a CSV file has, at ${at}`)
    at += found.length
    return found
  }
  while (at < text.length || row.length > 0) {
    const quoted = text[at] === '"'
    const cell = take(quoted ? /"(?:[^"]|"")*"/y : /[^",\r\n]*/y)
    row.push(quoted ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (take(/,|\r\n/y) === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
