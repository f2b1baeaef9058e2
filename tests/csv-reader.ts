/** Reads a CSV text after RFC 4180, letter by letter; throws where it is none. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error('A quote is never closed')
        if (text[at] !== '"') cell += text[at]
        else if (text[at + 1] === '"') cell += text[at++]
        else break
      }
      at++
    } else {
      for (; at < text.length && !',\r\n'.includes(text[at]!); at++) {
        if (text[at] === '"') throw new Error(`A quote within a plain cell, at ${at}`)
        cell += text[at]
      }
    }
    row.push(cell)
    if (text[at] === ',') {
      at++
      if (at === text.length) throw new Error('The last row has no end')
      continue
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`Neither a comma nor the end of a row, at ${at}`)
    rows.push(row)
    row = []
    at += 2
  }
  if (row.length > 0) throw new Error('The last row has no end')
  return rows
}
