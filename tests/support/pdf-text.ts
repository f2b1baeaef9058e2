import { inflateSync } from 'node:zlib'

/**
 * Returns the texts of a PDF that `pdfkit` made. It reads each text by the map of every font in the file, so that
 * the texts of one font appear among wrong readings by the others.
 */
export function readPdfTexts(file: Buffer): string[] {
  const streams = inflateStreams(file)
  const maps = streams.filter((stream) => stream.includes('beginbfrange')).map(readGlyphs)
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .flatMap(([, parts]) => {
      const hex = [...parts!.matchAll(/<([0-9a-f]*)>/gi)].map(([, text]) => text!).join('')
      return maps.map((glyphs) =>
        (hex.match(/.{4}/g) ?? []).map((code) => glyphs.get(parseInt(code, 16)) ?? '').join(''),
      )
    })
}

function inflateStreams(file: Buffer): string[] {
  const streams: string[] = []
  for (let at = file.indexOf('stream\n'); at !== -1; at = file.indexOf('stream\n', at)) {
    const start = at + 'stream\n'.length
    const end = file.indexOf('endstream', start)
    try {
      streams.push(inflateSync(file.subarray(start, end)).toString('latin1'))
    } catch {
      // A stream that is not compressed has no text, such as a picture.
    }
    at = end + 'endstream'.length
  }
  return streams
}

/** Reads the character of each glyph from a font's map, which lists the characters in the order of the glyphs. */
function readGlyphs(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first, listed] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [n, [, hex]] of [...listed!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      glyphs.set(parseInt(first!, 16) + n, Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
  return glyphs
}
