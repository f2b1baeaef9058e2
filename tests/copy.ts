import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const left = new Set(['.git', 'node_modules', 'dist', 'data', 'data-dev'])

/** A copy of the checkout to plant mistakes in, with a link to its packages. Answers its folder, which the caller removes. */
export function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'alahas-copy-'))
  const root = resolve('.')
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length + 1)) })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}
