import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the build leaves what browsers load, and the public pages as the server runs them. */
export const dist = join(import.meta.dirname, '../../dist')

/** The built pages, before anything is put into them. */
export type Shells = {
  site: string
  /** The back-office's page for whoever is about to sign in. */
  signIn: string
  /** The same with links to what is around every screen behind the sign-in, so that it need not wait for the scripts. */
  staff: string
  /** What `script-src` takes beside files of our own: the scripts that stand in the pages, by the hash of their text. */
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

/** What every screen behind the sign-in has, as the build names it (vite.config.ts). */
const aroundScreens = ['sign-in', 'frame', 'SignedIn']

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text!)

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
