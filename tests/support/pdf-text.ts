import { inflateSync } from 'node:zlib'

/** Returns the texts of a PDF that `pdfkit` made, each read by the map of the font that it is set in. */
export function readPdfTexts(file: Buffer): string[] {
  const whole = file.toString('latin1')
  const fonts = readFonts(file, whole)
  const texts: string[] = []
  for (let at = whole.indexOf(streamStart); at !== -1; at = whole.indexOf(streamStart, at + 1)) {
    let glyphs: Map<number, string> | undefined
    for (const [, font, parts] of inflateFrom(file, at).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) glyphs = fonts.get(font)
      else if (glyphs !== undefined) {
        const hex = [...parts!.matchAll(/<([0-9a-f]*)>/gi)].map(([, text]) => text!).join('')
        texts.push((hex.match(/.{4}/g) ?? []).map((code) => glyphs!.get(parseInt(code, 16)) ?? '').join(''))
      }
    }
  }
  return texts
}

/** Reads the map of each font's glyphs, by the font's name in the file. */
function readFonts(file: Buffer, whole: string) {
  const places = new Map([...whole.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)].map(({ 1: id, index }) => [id!, index]))
  const fonts = new Map<string, Map<number, string>>()
  for (const [, name, id] of whole.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const place = places.get(id!)
    if (place === undefined || fonts.has(name!)) continue
    const [, map] = /\/ToUnicode (\d+) 0 R/.exec(whole.slice(place, whole.indexOf('endobj', place))) ?? []
    if (map !== undefined) fonts.set(name!, readGlyphs(inflateFrom(file, whole.indexOf(streamStart, places.get(map)))))
  }
  return fonts
}

const streamStart = 'stream\n'

/** Returns the stream that begins here; '' for one that is not compressed and has no text, such as a picture. */
function inflateFrom(file: Buffer, at: number): string {
  const start = at + streamStart.length
  try {
    return inflateSync(file.subarray(start, file.indexOf('endstream', start))).toString('latin1')
  } catch {
    return ''
  }
}

/** Reads the character of each glyph from a font's map, which lists the characters in the order of the glyphs. */
function readGlyphs(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first, listed] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [n, [, hex]] of [...listed!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      glyphs.set(parseInt(first!, 16) + n, Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
  return glyphs
}
