import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }

/** The folder of the built pages. */
export const dist = 'dist/web'

/** Throws when the built pages are older than their sources, so that no test passes on stale pages. */
export function assertBuilt() {
  if (spawnSync(process.execPath, ['scripts/ready.mjs', '--is-built']).status !== 0)
    throw new Error('The built pages are older than their sources. Run: node scripts/ready.mjs')
}

/** Returns the JavaScript chunks of one build, by their entry files. */
export function builtChunks(build: 'site' | 'staff') {
  assertBuilt()
  const chunks = JSON.parse(readFileSync(join(dist, `.vite/${build}.json`), 'utf8')) as Record<string, Chunk>
  const textOf = (name: string) => readFileSync(join(dist, chunks[name]!.file), 'utf8')

  /**
   * Returns a chunk with all chunks that it imports statically. With `later` it also returns those imported
   * dynamically.
   */
  function reach(name: string, later: boolean, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found
    found.add(name)
    const { imports = [], dynamicImports = [] } = chunks[name]!
    for (const next of [...imports, ...(later ? dynamicImports : [])]) reach(next, later, found)
    return found
  }

  /** Returns the compressed size of these chunks in kilobytes. */
  const kilobytes = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(textOf(name), { level: 9 }).length / 1024, 0)
  return { chunks, textOf, reach, kilobytes }
}
