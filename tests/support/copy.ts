import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const left = new Set(['.git', 'node_modules', 'dist', 'data', 'data-dev'])
/** The compiler's cache of the checkout. It also saves the copy from a full check. */
const checked = 'node_modules/.cache/types'

/**
 * Copies the checkout, with links to its packages, so that tests can plant mistakes. Returns the folder, which the
 * caller removes. With preserveSymlinks the compiler applies its cache of the checkout to the copy.
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
