import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'

import type { Page } from './render.ts'

/** The encodings of pages, smallest result first. */
const encodings = ['br', 'gzip']

/** A page with its compressed bytes. Each encoding is computed once, when the first client accepts it. */
export class CompressedPage {
  readonly page: Page
  private readonly made = new Map<string | null, Promise<Buffer>>()
  constructor(page: Page) {
    this.page = page
  }

  /**
   * Returns the page's bytes in the encoding that an Accept-Encoding header prefers. When it accepts none, they are
   * uncompressed, with the encoding null.
   */
  async accepting(header: string | undefined): Promise<{ encoding: string | null; bytes: Buffer }> {
    const encoding = negotiate(header?.toLowerCase() ?? '', encodings)
    const bytes = this.made.get(encoding) ?? compress(this.page.html, encoding)
    this.made.set(encoding, bytes)
    return { encoding, bytes: await bytes }
  }
}

async function compress(html: string, encoding: string | null): Promise<Buffer> {
  if (encoding === 'br') return promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  if (encoding === 'gzip') return promisify(gzip)(html)
  return Buffer.from(html)
}
