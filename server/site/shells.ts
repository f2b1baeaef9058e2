import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the build leaves what browsers load, and the public pages as the server runs them. */
export const dist = join(import.meta.dirname, '../../dist')

/** The built pages, before anything is put into them. */
export type Shells = {
  site: string
  staff: string
  /** What `script-src` takes beside files of our own: the scripts that stand in the pages, by the hash of their text. */
  scriptHashes: string[]
}

export async function readShells(): Promise<Shells> {
  const read = (name: string) => readFile(join(dist, 'web', name, 'index.html'), 'utf8')
  const [site, staff] = await Promise.all([read('site'), read('staff')])
  return { site, staff, scriptHashes: [...new Set([site, staff].flatMap(inlineScripts).map(hashOf))] }
}

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text!)

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
