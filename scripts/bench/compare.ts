import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

import { load, type Operation, percentile } from './load.ts'
import type { Figures, Ready } from './side.ts'

/** A server that runs as a process of its own, and the one that watches its part of PostgreSQL. */
export type Side = Ready & { name: string; process: ChildProcess; watcher: pg.Client }

/** What one side did in one measurement: times in milliseconds, CPU in milliseconds per operation. */
export type Measured = {
  perSecond: number
  p50: number
  p99: number
  cpu: number
  databaseCpu: number | null
  statements: number
}

/** Starts the app or the floor on a database; `folder` is for the app's pictures. */
export async function startSide(
  kind: 'app' | 'floor',
  url: string,
  folder: string,
  name: string = kind,
): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'side.ts'), [kind, url, folder], {
    env: { ...process.env, PGAPPNAME: name, NODE_ENV: 'production' },
  })
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The ${name} ended with ${code}`))),
  ])) as [Ready]
  const watcher = new pg.Client(url)
  await watcher.connect()
  return { ...ready, name, process: child, watcher }
}

export async function stopSide({ process: child, watcher }: Side) {
  await watcher.end()
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

async function figuresOf({ process: child }: Side): Promise<Figures> {
  const answer = once(child, 'message')
  child.send('figures')
  return ((await answer) as [Figures])[0]
}

const clockTick = process.platform === 'linux' ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'])) : null

/** CPU time that PostgreSQL has spent for a side so far, by backend (milliseconds); null where that cannot be known. */
async function backendsOf({ watcher, name }: Side): Promise<Map<number, number> | null> {
  if (clockTick === null) return null
  const { rows } = await watcher.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  )
  return new Map(
    rows.map(({ pid }) => {
      // After the name, which may hold anything, come the state and then numbers: the 12th and 13th are the ticks.
      const numbers = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return [pid, (Number(numbers[11]) + Number(numbers[12])) * clockTick]
    }),
  )
}

const spent = (before: Map<number, number> | null, after: Map<number, number> | null) =>
  before && after && [...after].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0)

/** Milliseconds of the warm-up and of each round, and how many rounds each side has. */
export type Pace = { warmUp: number; lasts: number; rounds: number }

/**
 * Measures an operation on two sides in turns, so that whatever else the machine does strikes both alike. Each side's
 * throughput is the median of its rounds; the percentiles are of all its calls.
 */
export async function measureBoth(
  sides: readonly [Side, Side],
  operations: readonly [Operation, Operation],
  concurrency: number,
  { warmUp, lasts, rounds }: Pace,
): Promise<[Measured, Measured]> {
  const results = sides.map(() => ({
    perSecond: [] as number[],
    times: [] as number[],
    cpu: 0,
    database: 0,
    known: true,
    statements: 0,
  }))
  for (const [n, side] of sides.entries()) await load(side, operations[n]!, { concurrency, lasts: warmUp })
  for (let round = 0; round < rounds; round++)
    for (const [n, side] of sides.entries()) {
      const result = results[n]!
      const [before, backends] = [await figuresOf(side), await backendsOf(side)]
      const { times, seconds } = await load(side, operations[n]!, { concurrency, lasts })
      const [after, backendsAfter] = [await figuresOf(side), await backendsOf(side)]
      result.perSecond.push(times.length / seconds)
      for (const took of times) result.times.push(took)
      result.cpu += after.cpu - before.cpu
      const database = spent(backends, backendsAfter)
      result.known &&= database !== null
      result.database += database ?? 0
      result.statements += after.statements - before.statements
    }
  return results.map(({ perSecond, times, cpu, database, known, statements }) => ({
    perSecond: percentile(perSecond, 0.5),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: cpu / times.length,
    databaseCpu: known ? database / times.length : null,
    statements: statements / times.length,
  })) as [Measured, Measured]
}
