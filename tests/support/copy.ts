import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const left = new Set(['.git', 'node_modules', 'dist', 'data', 'data-dev'])
/** What the compiler found out when it last checked the checkout: a copy of it need not be checked anew. */
const checked = 'node_modules/.cache/types'

/**
 * A copy of the checkout to plant mistakes in, with links to its packages. Answers its folder, which the caller removes.
 * The compiler takes what it knows of the checkout for the copy's where it is told to leave links as they are.
 */
export function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'alahas-copy-'))
  const root = resolve('.')
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length + 1)) })
  mkdirSync(join(copy, 'node_modules'))
  for (const each of readdirSync('node_modules', { withFileTypes: true })) {
    const [from, to] = [resolve('node_modules', each.name), join(copy, 'node_modules', each.name)]
    if (each.isFile()) cpSync(from, to)
    else if (each.name !== '.cache') symlinkSync(from, to, 'junction')
  }
  if (existsSync(checked)) cpSync(checked, join(copy, checked), { recursive: true })
  return copy
}
