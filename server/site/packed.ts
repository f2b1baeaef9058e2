import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Page } from './draw.ts'

const packings = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
}

/** A page with its bytes, each encoding of which is made once, at its first asking. */
export class Packed {
  readonly page: Page
  private readonly made = new Map<string, Promise<Buffer>>()
  constructor(page: Page) {
    this.page = page
  }

  /** The bytes in the smallest encoding that an Accept-Encoding header takes; as they are (no encoding) where it takes none. */
  async as(accepted: string | string[] | undefined) {
    const takes = new Set(
      String(accepted ?? '')
        .split(',')
        .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
        .map((one) => one.split(';')[0]!.trim().toLowerCase()),
    )
    const encoding = (['br', 'gzip'] as const).find((one) => takes.has(one))
    const key = encoding ?? 'identity'
    const bytes =
      this.made.get(key) ??
      (encoding ? packings[encoding](this.page.html) : Promise.resolve(Buffer.from(this.page.html)))
    this.made.set(key, bytes)
    return { encoding, bytes: await bytes }
  }
}
