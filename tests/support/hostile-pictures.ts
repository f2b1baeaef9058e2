import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

// These functions create picture files that no ordinary program writes.

const chunk = (type: string, data: Buffer) => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

type Drawing = {
  /** Bits per channel. */
  depth?: 1 | 8 | 16
  /** 0 is grey, 6 is colour with transparency. */
  colour?: 0 | 6
  interlaced?: boolean
  /** Chunks before the pixels, by name. */
  chunks?: Record<string, Buffer>
}

/** Returns a black PNG of any size. Its pixels are zeros, so a million pixels take only a few KB. */
export function blackPng(width: number, height: number, drawing: Drawing = {}): Buffer {
  const { depth = 8, colour = 0, interlaced = false, chunks = {} } = drawing
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  const row = Math.ceil((width * depth * (colour === 6 ? 4 : 1)) / 8) + 1
  // Interlacing creates more and shorter rows.
  const pixels = deflateSync(Buffer.alloc(row * height + (interlaced ? 2 * height : 0)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...Object.entries(chunks).map(([type, data]) => chunk(type, data)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a compressed PNG text chunk with that many zero bytes. */
export const packedNote = (bytes: number) =>
  Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))])

/** Returns a GIF that repeats one picture `frames` times, or as often as 9 MB allow. */
export async function longGif(frames: number): Promise<Buffer> {
  const one = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  const begin = 13 + 3 * 2 ** ((one[10]! & 7) + 1)
  const frame = one.subarray(begin, -1)
  const times = Math.min(frames, Math.floor(9e6 / frame.length))
  return Buffer.concat([one.subarray(0, begin), ...Array.from({ length: times }, () => frame), Buffer.from(';')])
}
