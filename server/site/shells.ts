import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of the built pages: files for browsers, and the server's renderer of the public pages. */
export const dist = join(import.meta.dirname, '../../dist')

/** The HTML files of the build, before any content is inserted. */
export type Shells = {
  site: string
  /** The back-office's page for a visitor who is not signed in. */
  signIn: string
  /**
   * The back-office's page with preload links to the parts of every screen, so that they load along with the scripts.
   */
  staff: string
  /** The hashes of the inline scripts. `script-src` allows these scripts and our own files. */
  scriptHashes: string[]
}

export async function readShells(): Promise<Shells> {
  const read = (name: string) => readFile(join(dist, 'web', name, 'index.html'), 'utf8')
  const [site, signIn, built] = await Promise.all([
    read('site'),
    read('staff'),
    readFile(join(dist, 'web/.vite/staff.json'), 'utf8'),
  ])
  const chunks: Chunk[] = Object.values(JSON.parse(built))
  const links = chunks
    .filter(({ name = '' }) => aroundScreens.includes(name))
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const staff = signIn.replace('</head>', `${links.join('')}</head>`)
  return { site, signIn, staff, scriptHashes: [...new Set([site, signIn].flatMap(inlineScripts).map(hashOf))] }
}

/** A file of the build, as its manifest lists it. */
type Chunk = { file: string; name?: string }

/** The chunks that every screen behind the sign-in needs, by their names in vite.config.ts. */
const aroundScreens = ['sign-in', 'frame', 'SignedIn']

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text!)

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
