import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

import { load, type Operation, percentile } from './load.ts'
import type { Figures, Kind, Ready } from './side.ts'

/** A server in its own process, and a connection that observes its PostgreSQL backends. */
export type Side = Ready & { name: string; process: ChildProcess; watcher: pg.Client }

/** The result of one measurement: times in milliseconds, CPU in milliseconds per operation. */
export type Measured = {
  perSecond: number
  p50: number
  p99: number
  cpu: number
  databaseCpu: number | null
  statements: number
}

/** Starts a server of this kind on a database. `folder` is for the app's pictures. */
export async function startSide(kind: Kind, url: string, folder: string, name: string = kind): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'side.ts'), [kind, url, folder], {
    env: { ...process.env, PGAPPNAME: name, NODE_ENV: 'production' },
  })
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The ${name} ended with ${code}`)))
  const [ready] = (await Promise.race([once(child, 'message'), failed])) as [Ready]
  failed.catch(() => {})
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

/**
 * Returns the CPU time of each PostgreSQL backend of a side so far, in milliseconds; null where the system does not
 * report it.
 */
async function backendsOf({ watcher, connectsAs }: Side): Promise<Map<number, number> | null> {
  if (clockTick === null) return null
  const { rows } = await watcher.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
    [connectsAs],
  )
  return new Map(
    rows.map(({ pid }) => {
      // The process name may contain any character. After it come the state and numbers; the 12th and 13th are CPU
      // ticks.
      const numbers = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return [pid, (Number(numbers[11]) + Number(numbers[12])) * clockTick]
    }),
  )
}

/** Duration of the warm-up and of each round in milliseconds, and the number of rounds for each side. */
export type Pace = { warmUp: number; lasts: number; rounds: number }

/**
 * Measures servers in alternating rounds, so that other load on the machine affects all equally. Throughput is the
 * median of a server's rounds; the percentiles cover all its requests.
 */
export async function measureInTurns(
  measured: readonly { side: Side; operation: Operation }[],
  concurrency: number,
  { warmUp, lasts, rounds }: Pace,
): Promise<Measured[]> {
  const tallies = measured.map(() => ({ perSecond: [] as number[], times: [] as number[], spent: [] as Spent[] }))
  for (const { side, operation } of measured) await load(side, operation, { concurrency, lasts: warmUp })
  // PostgreSQL analyzes tables by itself within a minute. Without it, a plan made for a small table would stay while
  // the warm-up fills the table.
  for (const { side } of measured) await side.watcher.query('analyze')
  for (let round = 0; round < rounds; round++)
    for (const [n, { side, operation }] of measured.entries()) {
      const before = await spentBy(side)
      const { times, seconds } = await load(side, operation, { concurrency, lasts })
      const after = await spentBy(side)
      tallies[n]!.perSecond.push(times.length / seconds)
      tallies[n]!.times.push(...times)
      tallies[n]!.spent.push({
        cpu: after.cpu - before.cpu,
        statements: after.statements - before.statements,
        databaseCpu:
          after.backends && sum([...after.backends].map(([pid, cpu]) => cpu - (before.backends?.get(pid) ?? 0))),
      })
    }
  return tallies.map(({ perSecond, times, spent }) => ({
    perSecond: percentile(perSecond, 0.5),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: sum(spent.map(({ cpu }) => cpu)) / times.length,
    databaseCpu: spent[0]!.databaseCpu === null ? null : sum(spent.map((of) => of.databaseCpu ?? 0)) / times.length,
    statements: sum(spent.map(({ statements }) => statements)) / times.length,
  }))
}

type Spent = { cpu: number; statements: number; databaseCpu: number | null }

const spentBy = async (side: Side) => ({ ...(await figuresOf(side)), backends: await backendsOf(side) })
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
