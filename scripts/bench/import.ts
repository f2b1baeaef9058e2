// Measures check, import, export and undo of 50,000 items, customers, buyers, suppliers and rows of opening stock, each from one file,
// on its own PostgreSQL. Prints seconds. Exits 1 where a step takes a minute.
import { performance } from 'node:perf_hooks'

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

const rows = 50_000
const limit = 60_000

/** The cells that differ from row to row; the others repeat the template's example. */
const varying: Record<ImportKind, (n: number) => Record<string, string>> = {
  items: (n) => ({ itemCode: `RING-${n}`, itemName: `Sampaguita ring ${n}`, barcode: `48${n}` }),
  customers: (n) => ({ lastName: `Reyes ${n}`, email: `customer${n}@example.com` }),
  buyers: (n) => ({ handle: `@reyes.${n}` }),
  suppliers: (n) => ({ supplierName: `Gold works ${n}` }),
  stock: (n) => ({ item: `RING-${n}` }),
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
    const start = performance.now()
    const answer = await work()
    const took = performance.now() - start
    if (answer.statusCode >= 300) throw new Error(answer.body)
    console.log(`${what.padEnd(28)}${(took / 1000).toFixed(1).padStart(8)} s`)
    if (took > limit) slow.push(what)
    return JSON.parse(answer.body) as { data: { importID: number } }
  }
  const send = async (path: string, kind: ImportKind, file: string) => {
    const form = new FormData()
    form.append('kind', kind)
    form.append('createMissing', 'true')
    form.append('file', new Blob([file]), `${kind}.csv`)
    return app.inject({ method: 'POST', url: `/api/v1/imports${path}`, headers, payload: form })
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
    const file = fileOf(kind)
    console.log(`${rows.toLocaleString('en-US')} ${kind}, ${(file.length / 1e6).toFixed(1)} MB`)
    await time('  check', () => send('/check', kind, file))
    const { data } = await time('  import', () => send('', kind, file))
    imported.push([kind, data.importID])
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
