import { open, readFile, rm } from 'node:fs/promises'

import { onTestFinished } from 'vitest'

import { dataFolder, isAlive, removeFolder, type Server, startServer, until } from '../support/server.ts'
import { ownView } from '../support/users.ts'
import { admin } from './shop.ts'

/** Starts a server whose data folder is a small disk, which can be filled completely and freed again. */
export async function shopOnSmallDisk(megabytes: number) {
  const folder = await dataFolder()
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 none "$DATA_DIR" && exec "$@"`
  const server: Server = await startServer({ DATA_DIR: folder, ...admin }, undefined, undefined, [
    ...ownView,
    'sh',
    '-c',
    mount,
    'sh',
  ])
  // The path in the server's mount namespace; outside of it the folder is empty.
  const disk = `/proc/${server.pid}/root${folder}`
  const running = async () =>
    (await readFile(`${disk}/db/pg/postmaster.pid`, 'utf8').catch(() => '')).split('\n').map(Number)
  const port = (await running())[3]
  const password = (await readFile(`${disk}/db/pg/app.password`, 'utf8')).trim()
  onTestFinished(async () => {
    for (const one of [(await running())[0], server.pid]) if (one && isAlive(one)) process.kill(one, 'SIGKILL')
    await until(() => !isAlive(server.pid))
    await removeFolder(folder)
  })
  return {
    server,
    disk,
    /** The address of its PostgreSQL, which keeps its port across restarts. */
    database: `postgres://shop:${password}@127.0.0.1:${port}/shop`,
    fill: () => fillDisk(`${disk}/filler`),
    empty: () => rm(`${disk}/filler`),
  }
}

async function fillDisk(path: string) {
  const file = await open(path, 'a')
  try {
    for (let size = 2 ** 20; size >= 1;) {
      try {
        await file.write(Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size = Math.floor(size / 2)
      }
    }
  } finally {
    await file.close()
  }
}
