// Measures upload, check, import, export and undo of 50,000 items, customers, buyers, suppliers and rows of opening stock, each from
// one file, on its own PostgreSQL, as the import screen does it. Prints seconds. Exits 1 where a step takes a minute. A number of rows
// may follow; `--memory` prints the memory that is in use at most, and takes longer.
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import {
  type ExportFormat,
  exportFormats,
  importColumns,
  type ImportKind,
} from '../../contract/imports/import-columns.ts'
import { toCsv } from '../../contract/shared/csv.ts'
import { connect } from '../../server/db/client.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { openApp, type Place, withOwnPlace } from './own-shop.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { memory: { type: 'boolean', default: false } },
})
const rows = Number(positionals[0] ?? 50_000)
const limit = 60_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Collects garbage again and again, and returns a function that ends it and returns the most megabytes in use between. */
function watchMemory() {
  let most = 0
  const look = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    most = Math.max(most, heapUsed + external)
  }
  look()
  const timer = setInterval(look, 250)
  return () => {
    clearInterval(timer)
    return most / 1e6
  }
}

/** The cells that differ from row to row; the others repeat the template's example. */
const varying: Record<ImportKind, (n: number) => Record<string, string>> = {
  items: (n) => ({ itemCode: `RING-${n}`, itemName: `Sampaguita ring ${n}`, barcode: `48${n}` }),
  customers: (n) => ({ lastName: `Reyes ${n}`, email: `customer${n}@example.com` }),
  buyers: (n) => ({ handle: `@reyes.${n}` }),
  suppliers: (n) => ({ supplierName: `Gold works ${n}` }),
  stock: (n) => ({ item: `RING-${n}` }),
  pieces: (n) => ({ item: `RING-${n}`, number: '', barcode: '', certificateNumber: '' }),
}

const fileOf = (kind: ImportKind) =>
  toCsv([
    importColumns[kind].map(({ label }) => label),
    ...Array.from({ length: rows }, (_, n) => {
      const row = varying[kind](n)
      return importColumns[kind].map(({ key, example }) => row[key] ?? example)
    }),
  ])

const measure = async ({ folder, newShop }: Place) => {
  const shop = connect(await newShop(async () => {}), 4)
  const { app, headers, close } = await openApp(folder, shop)
  const slow: string[] = []

  async function time(what: string, work: () => Promise<{ statusCode: number; body: string }>) {
    const stop = options.memory ? watchMemory() : null
    const start = performance.now()
    const answer = await work()
    const took = performance.now() - start
    const memory = stop ? `, ${stop().toFixed(0)} MB in use` : ''
    if (answer.statusCode >= 300) throw new Error(answer.body)
    console.log(`${what.padEnd(28)}${(took / 1000).toFixed(1).padStart(8)} s${memory}`)
    if (took > limit && !options.memory) slow.push(what)
    return JSON.parse(answer.body) as { data: { importID: number; importDraftID: number } }
  }

  /** Imports a file in the steps of the import screen, and returns the key of the import. */
  async function importFile(kind: ImportKind) {
    const file = fileOf(kind)
    console.log(`${rows.toLocaleString('en-US')} ${kind}, ${(file.length / 1e6).toFixed(1)} MB`)
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', new Blob([file]), `${kind}.csv`)
    const drafts = '/api/v1/imports/drafts'
    const sent = await time('  upload', async () => app.inject({ method: 'POST', url: drafts, headers, payload: form }))
    const url = `${drafts}/${sent.data.importDraftID}`
    const payload = { fixes: [{ reason: 'unknown_name', column: 'category', way: { does: 'make' } }] }
    if (kind === 'items') await app.inject({ method: 'PUT', url: `${url}/fixes`, headers, payload })
    await time('  check', async () => app.inject({ method: 'POST', url: `${url}/check`, headers, payload: {} }))
    const { data } = await time('  import', async () =>
      app.inject({ method: 'POST', url: `${url}/import`, headers, payload: {} }),
    )
    return data.importID
  }

  /** Measures the export of a kind, its size, and how much memory it needs beside what the process had. */
  async function timeExport(kind: ImportKind, format: ExportFormat) {
    const before = process.memoryUsage.rss()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
    const start = performance.now()
    const url = `/api/v1/exports/${kind}?format=${format}`
    const answer = await app.inject({ url, headers, payloadAsStream: true })
    let bytes = 0
    for await (const part of answer.stream()) bytes += (part as Buffer).length
    clearInterval(watch)
    if (answer.statusCode !== 200) throw new Error(answer.statusMessage)
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(8)
    console.log(
      `  ${`export ${format}`.padEnd(26)}${seconds} s, ${(bytes / 1e6).toFixed(1)} MB, ${((peak - before) / 1e6).toFixed(0)} MB of memory`,
    )
  }

  const imported: [ImportKind, number][] = []
  for (const kind of ['customers', 'buyers', 'suppliers', 'items', 'stock'] as const) {
    imported.push([kind, await importFile(kind)])
    for (const format of exportFormats) await timeExport(kind, format)
  }
  const problems = await verifyStock(shop)
  if (problems.length > 0) throw new Error(problems[0])
  console.log('undo')
  for (const [kind, importID] of imported.toReversed())
    await time(`  ${kind}`, async () =>
      app.inject({ method: 'PUT', url: `/api/v1/imports/${importID}/undo`, headers, payload: {} }),
    )
  await close()
  if (slow.length > 0) process.exitCode = 1
}

await withOwnPlace(measure, { fsync: true })
