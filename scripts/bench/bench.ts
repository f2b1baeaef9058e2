// `npm run bench` compares the app with a baseline that does the same work by hand, on the same rows of a shop with
// 10,000 items, in alternating rounds. It also measures the start and the memory. With `--size=1m` it measures the
// slowdown in a shop with a million sale lines and movements. Prints Markdown and stores the figures in bench-results/;
// `--keep` also writes them to docs/performance.md. Exits 1 where a target is missed.
import { deepStrictEqual } from 'node:assert'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { type Measured, measureInTurns, type Pace, type Side, startSide, stopSide } from './compare.ts'
import { type Grown, measureGrowth, mostGrowth } from './growth.ts'
import { fillLargeShop, largeShop, type ShopSize } from './large-shop.ts'
import { openConnection } from './load.ts'
import { compared } from './operations.ts'
import { type Place, withOwnPlace } from './own-shop.ts'
import { measureStart, type Started } from './start.ts'
import { ms, table, times, whole } from './tables.ts'

const { values: asked } = parseArgs({
  options: {
    size: { type: 'string', default: '10k' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
})

const small: ShopSize = { saleLines: 10_000, items: 10_000, customers: 1000 }
const pace: Pace = { warmUp: 1000, lasts: 1000, rounds: 5 }
const mostFirstAnswer = 2000
const mostMemory = 180

type Comparison = {
  name: string
  concurrency: number
  least: number
  mostStatements?: number
  app: Measured
  baseline: Measured
  authenticating: Measured
  /** Present only for lists, whose response also has the total number of rows. */
  counting: Measured | undefined
}
type Results = { machine: Record<string, string>; compared: Comparison[]; started?: Started; grown?: Grown[] }

const root = join(import.meta.dirname, '../..')
const missed: string[] = []
const results: Results = { machine: machine(), compared: [] }
await withOwnPlace(measure, { fsync: true })
if (asked.only === '') results.started = await measureStart(3)
await reportResults()

async function measure({ folder, newShop }: Place) {
  const url = await newShop((client) => fillLargeShop(client, small))
  const sides = await Promise.all([
    startSide('app', url, folder),
    startSide('baseline', url, folder),
    startSide('authenticating baseline', url, folder),
    startSide('counting baseline', url, folder),
  ])
  try {
    const [app, baseline, , counting] = sides
    const { rows } = await app.watcher.query<{ server_version: string }>('show server_version')
    results.machine['PostgreSQL'] = rows[0]!.server_version
    await assertSameAnswers(app, baseline)
    await assertSameAnswers(app, counting)
    await compareWithBaseline(sides)
  } finally {
    await Promise.all(sides.map(stopSide))
  }
  if (asked.size === '1m') results.grown = await grow(url, await newShop(fillLargeShop, 'large'), folder)
}

async function compareWithBaseline(sides: readonly Side[]) {
  for (const { name, operation, isCounted = false, ...targets } of compared(small)) {
    if (!name.includes(asked.only)) continue
    for (const concurrency of [1, 16]) {
      const measured = sides.slice(0, isCounted ? 4 : 3).map((side) => ({ side, operation }))
      const [app, baseline, authenticating, counting] = await measureInTurns(measured, concurrency, pace)
      if (!app || !baseline || !authenticating) throw new Error('Three sides at least are measured')
      results.compared.push({ name, concurrency, ...targets, app, baseline, authenticating, counting })
      console.error(`${name}, ${concurrency} at once: ${times(app.perSecond / baseline.perSecond)}`)
    }
  }
}

async function grow(smallUrl: string, largeUrl: string, folder: string): Promise<Grown[]> {
  const sides = await Promise.all([
    startSide('app', smallUrl, folder, 'small app'),
    startSide('app', largeUrl, folder, 'large app'),
  ])
  try {
    return await measureGrowth(sides[0], sides[1], small.items, pace)
  } finally {
    await Promise.all(sides.map(stopSide))
  }
}

/** Proves that the baseline does the same work: equal responses, or the same fields for new records. */
async function assertSameAnswers(app: Side, baseline: Side) {
  const connections = await Promise.all([app, baseline].map(({ port, token }) => openConnection(port, token)))
  for (const { name, operation } of compared(small)) {
    const [ofApp, ofBaseline] = (await Promise.all(connections.map(({ send }) => operation(send, 0)))).map(
      (text) => JSON.parse(String(text)) as unknown,
    )
    deepStrictEqual(shapeOf(ofBaseline), shapeOf(ofApp), `The baseline returns something else: ${name}`)
  }
  for (const path of ['/api/v1/items?page=900', '/api/v1/items?search=ring', '/api/v1/items/77']) {
    const [ofApp, ofBaseline] = await Promise.all(connections.map(({ send }) => send({ method: 'GET', path })))
    deepStrictEqual(JSON.parse(ofBaseline!), JSON.parse(ofApp!), `The baseline returns something else: ${path}`)
  }
  for (const { close } of connections) close()
}

/** Returns the fields and types of a response, without its values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shapeOf(of)]))
}

function machine() {
  const [load = 0] = loadavg()
  return {
    Measured: new Date().toISOString().slice(0, 16).replace('T', ' '),
    Machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
    System: `${platform()} ${release()}`,
    Node: process.version,
    'Load before': load.toFixed(1),
  }
}

/** Prints and stores the figures, and prints the missed targets. */
async function reportResults() {
  const text = [
    table(['', 'This run'], Object.entries(results.machine)),
    comparisonTable(),
    ...(results.grown ? [growthTable(results.grown)] : []),
    ...(results.started ? [startTable(results.started)] : []),
  ].join('\n\n')
  console.log(text)
  await mkdir(join(root, 'bench-results'), { recursive: true })
  const file = join(root, 'bench-results', `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
  await writeFile(file, JSON.stringify(results, null, 2))
  if (asked.keep) await updatePerformancePage(text)
  if (missed.length === 0) return
  console.error(`\nMissed:\n${missed.map((what) => `- ${what}`).join('\n')}`)
  process.exitCode = 1
}

function comparisonTable() {
  const both = (app: string, baseline: string) => `${app} / ${baseline}`
  const rows = results.compared.map(
    ({ name, concurrency, least, mostStatements, app, baseline, authenticating, counting }) => {
      const ratio = app.perSecond / baseline.perSecond
      const what = `${name}, ${concurrency} at once`
      if (ratio < least) missed.push(`${what}: ${times(ratio)} of the baseline, target ${times(least)}`)
      if (mostStatements !== undefined && app.statements > mostStatements)
        missed.push(`${what}: ${app.statements.toFixed(1)} statements, target: at most ${mostStatements}`)
      const database = (of: Measured) => (of.databaseCpu === null ? '–' : ms(of.databaseCpu))
      return [
        name,
        String(concurrency),
        both(whole(app.perSecond), whole(baseline.perSecond)),
        times(ratio),
        times(least),
        times(app.perSecond / authenticating.perSecond),
        counting ? times(app.perSecond / counting.perSecond) : '–',
        both(ms(app.p50), ms(baseline.p50)),
        both(ms(app.p99), ms(baseline.p99)),
        both(ms(app.cpu), ms(baseline.cpu)),
        both(database(app), database(baseline)),
        both(app.statements.toFixed(1), baseline.statements.toFixed(1)),
      ]
    },
  )
  const header = [
    'App / baseline',
    'at once',
    'per second',
    'ratio',
    'target',
    'to the baseline that reads the session',
    'to the baseline that counts rows',
  ]
  return table([...header, 'p50 ms', 'p99 ms', 'CPU ms, Node', 'CPU ms, database', 'statements'], rows)
}

function growthTable(grown: readonly Grown[]) {
  const rows = grown.map(({ name, small: few, large: many }) => {
    if (many / few > mostGrowth) missed.push(`${name}: ${times(many / few)} times as long in the large shop`)
    return [name, ms(few), ms(many), times(many / few)]
  })
  const sizes = [small, largeShop].map(({ saleLines }) => `${whole(saleLines)} sale lines, p50 ms`)
  return table(['Growth', ...sizes, 'times'], rows)
}

function startTable({ firstAnswer, idleMemory }: Started) {
  if (firstAnswer > mostFirstAnswer) missed.push(`The first answer after ${whole(firstAnswer)} ms`)
  if (idleMemory !== null && idleMemory > mostMemory) missed.push(`${whole(idleMemory)} MB of idle memory`)
  return table(
    ['Start', 'measured', 'target'],
    [
      ['From start to first answer, existing shop, ms', whole(firstAnswer), `≤ ${whole(mostFirstAnswer)}`],
      ['Memory of the idle Node process, MB', idleMemory === null ? '–' : whole(idleMemory), `≤ ${mostMemory}`],
    ],
  )
}

/** Writes the tables between the markers in docs/performance.md. */
async function updatePerformancePage(text: string) {
  const file = join(root, 'docs/performance.md')
  const page = await readFile(file, 'utf8')
  const marked = /(<!-- figures -->)[\s\S]*(<!-- \/figures -->)/
  if (!marked.test(page)) throw new Error(`${file} has no place for the figures`)
  await writeFile(
    file,
    page.replace(marked, (_, before, after) => `${before}\n\n${text}\n\n${after}`),
  )
}
