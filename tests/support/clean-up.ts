import { once } from 'node:events'
// Stops the PostgreSQL of a test run and removes the run's folders once the run has ended: `clean-up.ts <folder>…`.
// Standard input ends with the process of the run, also when a signal kills that process before its teardown.
import { existsSync, readFileSync } from 'node:fs'

import { isAlive, removeFolder, until } from './server.ts'

const folders = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
await once(process.stdin.resume(), 'end')
for (const folder of folders) {
  const file = `${folder}/db/pg/postmaster.pid`
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    // SIGINT ends PostgreSQL without waiting for its clients.
    if (isAlive(pid)) process.kill(pid, 'SIGINT')
    await until(() => !isAlive(pid))
  }
  await removeFolder(folder)
}
