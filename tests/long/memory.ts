import { readFile } from 'node:fs/promises'

import { type Server, until } from '../support/server.ts'

/** Lets a server open its inspector at a free port on request. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=0' }

/** Returns the memory of an inspectable server after a garbage collection, in MB: its heap and external memory. */
export async function heldMemory({ pid, output }: Server): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await until(() => /Debugger listening on (ws:\S+)/.exec(output())?.[1]))
  await new Promise((done) => socket.addEventListener('open', done, { once: true }))
  const send = (id: number, method: string, params: object = {}) =>
    new Promise<{ result?: { value?: number } }>((done) => {
      socket.addEventListener('message', function read({ data }) {
        const answer = JSON.parse(String(data)) as { id: number; result: { result?: { value?: number } } }
        if (answer.id !== id) return
        socket.removeEventListener('message', read)
        done(answer.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send(1, 'HeapProfiler.collectGarbage')
  const expression = 'process.memoryUsage().heapUsed + process.memoryUsage().external'
  const { result } = await send(2, 'Runtime.evaluate', { expression, returnByValue: true })
  socket.close()
  return Number(result?.value) / 2 ** 20
}

/** Returns the resident memory of a process in MB. */
export async function residentMemory(pid: number): Promise<number> {
  return (Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * 4096) / 2 ** 20
}

/** Returns the CPU time of a process so far, in seconds. */
export async function coreSeconds(pid: number): Promise<number> {
  const [user, system] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / 100
}
