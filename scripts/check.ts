// `npm run check` runs every script of package.json whose name begins with `check:`, as many at once as there are cores.
// It reports all parts, prints the output of those that fail, and exits with 1 when one fails.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'

import createLimiter from 'p-limit'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const parts = Object.keys(scripts).filter((name) => name.startsWith('check:'))

/** Runs one npm script. Prints its name with its time, and its output when it fails. */
async function run(part: string): Promise<boolean> {
  const started = performance.now()
  const child = spawn(`npm run --silent ${part} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, code] = await Promise.all([
    buffer(child.stdout),
    new Promise<number | null>((resolve) => void child.once('exit', resolve)),
  ])
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} npm run ${part} (${seconds} s)`)
  if (code !== 0) console.log(output.toString())
  return code === 0
}

const limit = createLimiter(availableParallelism())
const passed = await Promise.all(parts.map((part) => limit(run, part)))
if (passed.includes(false)) process.exitCode = 1
