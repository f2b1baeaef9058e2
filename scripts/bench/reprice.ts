// Measures a repricing of 50,000 items in a shop with 300,000 lines of sales: the preview, its figures, the batch, how soon a
// public page and an open screen follow, and the undoing. Prints seconds. Exits 1 where a step takes ten seconds or more, or
// a page or a screen follows later than a second. A number of items may follow.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { openSession } from '../../server/http/session.ts'
import { verifyPricing } from '../../server/pricing/verify.ts'
import { fillLargeShop } from './large-shop.ts'
import { type Place, withOwnPlace } from './own-shop.ts'

const items = Number(process.argv[2] ?? 50_000)
const path = '/api/v1/repricings'
/** The most seconds of a step, and until pages and screens follow. */
const [limit, followLimit] = [10, 1]

/** Prices every piece by the rate of yesterday, and enters the rates of today. */
async function priceByRate(client: pg.Client) {
  await fillLargeShop(client, { saleLines: 300_000, items, customers: 10_000 })
  const enter = (ago: string, factor: number) =>
    client.query(`insert into gold_rate (karat, sell_per_gram, buy_per_gram, from_at)
      select karat, round(sell * ${factor}), round(sell * ${factor} * 0.93), now() - interval '${ago}'
      from (values ('24K', 8950), ('22K', 8200), ('21K', 7830), ('18K', 6710), ('14K', 5240), ('10K', 3730)) as r (karat, sell)`)
  await enter('1 day', 1)
  await client.query(`update item set uom = 'PCS', karat = (array['24K', '22K', '21K', '18K', '14K', '10K'])[1 + item_id % 6],
    grams = greatest(grams, 5), net_grams = 0.5 + (item_id % 900) * 0.005`)
  await client.query(`insert into item_price (item_id, gold_rate_id, karat, sell_per_gram, net_grams, markup_basis,
      making_per_gram, making_per_piece, stones, round_to, price)
    select item_id, gold_rate_id, i.karat, sell_per_gram, net_grams, basis, 250, 1500, 0, 10,
      reckon_price(net_grams, sell_per_gram, basis, 250, 1500, 0, 10)
    from item i join gold_rate using (karat), lateral (select 1000 + item_id % 2000 as basis) b order by item_id`)
  await client.query(`update item set item_price_id = p.item_price_id, price = p.price from item_price p
    where p.item_id = item.item_id`)
  await enter('1 hour', 1.01)
  await client.query('vacuum analyze')
}

/** Opens a stream of events as a screen does, and counts what it tells. */
async function listen(url: string, headers: Record<string, string>, signal: AbortSignal) {
  const told = { count: 0 }
  const { body } = await fetch(url, { headers, signal })
  const read = async () => {
    for await (const text of body!.pipeThrough(new TextDecoderStream()))
      told.count += text.split('event: events').length - 1
  }
  read().catch(() => {}) // It ends with the benchmark.
  return told
}

await withOwnPlace(
  async ({ folder, newShop }: Place) => {
    const { db, pool } = connect(await newShop(priceByRate), 4)
    const app = await createApp({ db, pictureStore: pictureFolder(folder), withPages: true, tellsEvents: true })
    const token = await openSession(db, 1, 'bench')
    const headers = { authorization: `Bearer ${token}` }
    const slow: string[] = []
    function print(what: string, seconds: number, most = limit) {
      console.log(`${what.padEnd(36)}${seconds.toFixed(2).padStart(8)} s`)
      if (seconds >= most) slow.push(what)
    }
    async function time(what: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
      const begin = performance.now()
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
      if (answer.statusCode >= 300) throw new Error(answer.body)
      print(what, (performance.now() - begin) / 1000)
      return { data: JSON.parse(answer.body).data, text: answer.body, ended: performance.now() }
    }

    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const gone = new AbortController()
    const heardBy = await listen(`${origin}/api/v1/events`, headers, gone.signal)
    await time('preview, first page', 'GET', `${path}/preview`)
    await time('preview, page 2500', 'GET', `${path}/preview?page=2500`)
    const { data: summary, text } = await time('figures and keys of all', 'GET', `${path}/summary`)
    console.log(
      `${'  answer'.padEnd(36)}${(text.length / 1000).toFixed(0).padStart(8)} kB, ${summary.ready.length} prices`,
    )
    const { data: page } = await time('one item', 'GET', `${path}/preview?pageSize=1`)
    const [{ itemID, newPrice }] = page
    const shows = async (price: number) =>
      (await app.inject(`/shop/${itemID}`)).body.includes(price.toLocaleString('en-US', { minimumFractionDigits: 2 }))
    await shows(newPrice)
    const rates = summary.rates.map(({ karat, goldRateID }: { karat: string; goldRateID: number }) => ({
      karat,
      goldRateID,
    }))

    /** Waits until the public page shows the price and the open screen has heard of it. */
    async function follow(price: number, since: number, heard: number) {
      while (!(await shows(price))) await sleep(10)
      print('  a public page follows', (performance.now() - since) / 1000, followLimit)
      while (heardBy.count === heard) await sleep(5)
      print('  an open screen has heard', (performance.now() - since) / 1000, followLimit)
    }
    let heard = heardBy.count
    const applied = await time('apply', 'POST', path, { rates, prices: summary.ready })
    await follow(newPrice, applied.ended, heard)
    await time('list of batches', 'GET', path)
    heard = heardBy.count
    const undone = await time('undo', 'PUT', `${path}/${applied.data.repricingID}/undo`, { reason: 'bench' })
    await follow(page[0].price, undone.ended, heard)
    const begin = performance.now()
    const problems = await verifyPricing({ db })
    if (problems.length > 0) throw new Error(problems[0])
    print('verify prices', (performance.now() - begin) / 1000)
    gone.abort()
    await app.close()
    await pool.end()
    if (slow.length > 0) {
      console.log(`Too slow: ${slow.join(', ')}`)
      process.exitCode = 1
    }
  },
  { fsync: true },
)
