import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

import { inject, onTestFinished } from 'vitest'

import { dataFolder, isAlive, removeFolder, type Server, startServer, until, type User } from '../support/server.ts'

export const admin = { ADMIN_EMAIL: 'admin@shop.example', ADMIN_PASSWORD: 'a password of the tests' }

/** Creates a data folder with helpers to start servers on it. `clean` ends its processes and removes it. */
export async function shop(user?: User) {
  const folder = await dataFolder(user)
  const started: Server[] = []
  const postgresPids = new Set<number>()
  const start = async (env: Record<string, string> = {}, as = user, early?: Parameters<typeof startServer>[2]) => {
    const server = await startServer({ DATA_DIR: folder, ...admin, ...env }, as, early)
    started.push(server)
    const pid = await postgres()
    if (pid) postgresPids.add(pid)
    // On a busy machine a server may report for a moment that it is not ready.
    if (server.url) await until(async () => (await fetch(`${server.url}/readyz`)).ok)
    return server
  }
  /** Returns the process id of this folder's PostgreSQL, or null. */
  const postgres = async (at = folder) => {
    const pid = Number((await readFile(`${at}/db/pg/postmaster.pid`, 'utf8').catch(() => '')).split('\n')[0])
    return pid > 0 && isAlive(pid) ? pid : null
  }
  const clean = async () => {
    for (const { pid, child } of started) if (child.exitCode === null && isAlive(pid)) process.kill(pid, 'SIGKILL')
    const last = await postgres()
    if (last) postgresPids.add(last)
    for (const pid of postgresPids) if (isAlive(pid)) process.kill(pid, 'SIGINT')
    await until(() => [...postgresPids].every((pid) => !isAlive(pid)))
    await removeFolder(folder)
  }
  return { folder, start, postgres, clean }
}

/** Creates a data folder with an existing shop, for tests that do not concern the first start. */
export async function openedShop() {
  firstOpened ??= openFirst()
  const first = await firstOpened
  const made = await shop()
  // Keep the owner of each file: root's PostgreSQL runs as another user.
  await promisify(execFile)('cp', ['-a', `${first}/db`, made.folder])
  return made
}
let firstOpened: Promise<string> | undefined

/** Starts a shop and stops it again. The folder is removed when the run ends. */
async function openFirst() {
  const folder = await dataFolder(undefined, inject('folder'))
  const server = await startServer({ DATA_DIR: folder, ...admin })
  const code = await stopped(server)
  if (!server.url || code !== 0) throw new Error(`No shop was opened (${code}):\n${server.output()}`)
  return folder
}

/** Creates an empty data folder, which is cleaned when the test ends. */
export const newShop = async (user?: User) => cleaned(await shop(user))
export const newOpenedShop = async () => cleaned(await openedShop())

function cleaned(made: Awaited<ReturnType<typeof shop>>) {
  onTestFinished(made.clean)
  return made
}

export async function stopped(server: Server, signal: NodeJS.Signals = 'SIGTERM') {
  server.child.kill(signal)
  return server.ended
}

/** Runs `node scripts/…` to its end, with this environment and the PATH. */
export const runScript = (script: string, env: Record<string, string>, ...given: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const PATH = process.env['PATH'] ?? ''
    execFile(process.execPath, [`scripts/${script}`, ...given], { env: { PATH, ...env } }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })

/** Returns the token of the administrator, or the status of the refusal. Retries while the server starts. */
export function signIn(url: string, email = admin.ADMIN_EMAIL, password = admin.ADMIN_PASSWORD): Promise<string> {
  return until(async () => {
    const response = await fetch(`${url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (response.status === 503) return undefined
    const { token } = (await response.json()) as { token?: string }
    return token ?? String(response.status)
  })
}

export const supplier = (name: string) =>
  JSON.stringify({ supplierName: name, contactDetails: '+63 2 8000 0000', email: 'supplier@shop.example' })

/** Creates a supplier. Returns the status of the complete response, or 0 if the connection failed. */
export async function createSupplier(url: string, token: string, name: string): Promise<number> {
  try {
    const response = await fetch(`${url}/api/v2/suppliers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: supplier(name),
    })
    const { success } = (await response.json()) as { success: boolean }
    return success === response.ok ? response.status : -1
  } catch {
    return 0
  }
}

/** Creates a supplier, and retries while the server is busy. */
export async function addSupplier(url: string, token: string, name: string) {
  const status = await until(async () => {
    const answer = await createSupplier(url, token, name)
    return answer === 503 ? null : answer
  })
  if (status !== 201) throw new Error(`Making a supplier: ${status}`)
}

export async function supplierNames(url: string, token: string): Promise<string[]> {
  const names: string[] = []
  for (let page = 1, total = 1; names.length < total; page++) {
    const response = await until(async () => {
      const answer = await fetch(`${url}/api/v2/suppliers?pageSize=100&page=${page}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.status === 503 ? null : answer
    })
    const { data, meta } = (await response.json()) as {
      data: { supplierName: string }[]
      meta: { total: number }
    }
    total = meta.total
    names.push(...data.map((row) => row.supplierName))
    if (data.length === 0) break
  }
  return names
}
