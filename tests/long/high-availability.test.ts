import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { signIn } from '../process/shop.ts'
import { client } from './busy-people.ts'
import {
  type Course,
  freezeStandby,
  killLeader,
  killShop,
  loseMajority,
  restartBalancer,
  switchOver,
  tableOf,
  untilServed,
} from './high-availability/failures.ts'
import { adminPassword } from './high-availability/files.ts'
import { type Hosts, query, startHosts } from './high-availability/hosts.ts'
import { bringBack, keysIn, openRestoredShop, restoreUntil, verifyBooks } from './high-availability/recovery.ts'
import { tellers } from './high-availability/tellers.ts'

// docs/reference/high-availability.md on three hosts of the loopback network, with the files of deploy/ha. Tellers sell
// through the balancers while the leader and other parts are killed.

/** The stock of the item that sells out, and of the other one. */
const stock = { scarce: 200, plenty: 1_000_000 }
const measured = Number(process.env['HA_SECONDS'] ?? 20) * 1000
const failovers = Number(process.env['HA_FAILOVERS'] ?? 5)

/** Makes the shop's database and the repository of backups, and starts the three app servers at once. */
async function openShop(hosts: Hosts) {
  await hosts.whole()
  await hosts.onLeader("create role alahas login password 'alahas'", 'create database shop owner alahas')
  await hosts.backrest((await hosts.leader())!, 'stanza-create')
  await Promise.all(hosts.hosts.map(hosts.startShop))
  const url = hosts.shopOf(hosts.hosts[0]!)
  const token = await signIn(url, 'admin@shop.example', adminPassword)
  const call = client({ url }, token)
  await call('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  for (const [itemCode, quantity] of Object.entries(stock)) {
    const item = { itemCode, itemName: itemCode, categoryID: 1, grams: 3, uom: 'PCS', price: 1000, cost: 600 }
    const { status } = await call('POST', '/api/v1/item-inventory', {
      ...item,
      locationID: 1,
      inventoryTypeID: 1,
      quantity,
    })
    expect(status).toBe(201)
  }
  return token
}

test('no answered sale is lost when leaders, servers and balancers are killed', { timeout: 15 * 60_000 }, async () => {
  const started = performance.now()
  const hosts = await startHosts()
  onTestFinished(hosts.clean)
  const token = await openShop(hosts)
  await hosts.backrest((await hosts.leader())!, '--type=full', 'backup')
  const people = tellers(hosts.hosts.map(hosts.shopOf), token, { count: 12, scarce: 1, plenty: 2 })

  await untilServed(people, performance.now())
  const [before, from] = [people.confirmed().length, performance.now()]
  await sleep(measured)
  const pace = (people.confirmed().length - before) / ((performance.now() - from) / 1000)

  const courses: Course[] = []
  for (let failover = 1; failover <= failovers; failover++) {
    const { course, wasSynchronous } = await killLeader(hosts, people, { wholeHost: failover === failovers })
    courses.push(course)
    console.log(tableOf([course]))
    expect(wasSynchronous).toBe(true)
    if (failover === 2) courses.push(await killShop(hosts, people))
    if (failover === 3) courses.push(await restartBalancer(hosts, people))
  }
  for (const fail of [freezeStandby, loseMajority, switchOver]) courses.push(await fail(hosts, people))
  console.log(tableOf(courses))

  // The moment to which the shop is restored later lies between two sales.
  await people.pause()
  const [{ moment } = { moment: '' }] = await query<{ moment: string }>(
    hosts.databaseOf(hosts.hosts[0]!),
    'select now()::text as moment',
  )
  const keysThen = new Set(people.confirmed().map(({ key }) => key))
  await sleep(1000)
  people.goOn()
  await untilServed(people, performance.now() + 2000)
  await people.finish()

  await expectEverySaleOnce(hosts, people)
  const books = await verifyBooks(hosts.databaseOf(hosts.hosts[1]!))
  await hosts.onLeader('select pg_switch_wal()')

  const recovering = performance.now()
  await hosts.backrest((await hosts.leader())!, 'check')
  const restored = await restoreUntil(hosts, moment)
  expect(await keysIn(restored)).toEqual(keysThen)
  await verifyBooks(restored)
  await openRestoredShop(hosts, restored)
  await bringBack(hosts, restored)
  expect(await keysIn(hosts.databaseOf(hosts.hosts[2]!))).toEqual(keysThen)
  await verifyBooks(hosts.databaseOf(hosts.hosts[2]!))
  await hosts.startShop(hosts.hosts[0]!)

  const { made, unanswered, busy } = people.calls
  console.log(
    [
      `${pace.toFixed(0)} sales a second by 12 tellers before the failures`,
      `${made} calls, ${people.confirmed().length} sales answered, 0 lost, 0 twice`,
      `${unanswered} calls without an answer of the shop and ${busy} with its 503 were sent again`,
      `restored to a moment, proved and brought back in ${((performance.now() - recovering) / 1000).toFixed(0)} s`,
      `${((performance.now() - started) / 60_000).toFixed(1)} minutes`,
      books,
    ].join('\n'),
  )
  const promotions = courses.filter(({ promoted }) => promoted !== undefined)
  expect(promotions.filter(({ served }) => served > 10_000)).toEqual([])
  expect(promotions).toHaveLength(failovers + 1)
})

/** Expects that each answered sale exists once with the answered key, that no other exists, and that stock fits. */
async function expectEverySaleOnce(hosts: Hosts, people: ReturnType<typeof tellers>) {
  expect(people.unexpected).toEqual([])
  const rows = await query<{ key: string; id: number }>(
    hosts.databaseOf(hosts.hosts[0]!),
    'select client_key as key, sales_transaction_id as id from sales_transaction order by id',
  )
  const answered = people.confirmed().map(({ key, id }) => ({ key, id: id! }))
  expect(rows).toEqual(answered.toSorted((one, other) => one.id - other.id))
  expect(people.sent.filter(({ id, refused }) => id === undefined && !refused)).toEqual([])
  const left = await query<{ code: string; quantity: number; sold: number }>(
    hosts.databaseOf(hosts.hosts[0]!),
    `select item_code as code, quantity::int as quantity,
      (select count(*)::int from sales_item l where l.item_id = i.item_id) as sold
    from inventory join item i using (item_id) order by 1`,
  )
  const scarceSold = left.find(({ code }) => code === 'scarce')!.sold
  expect(left).toEqual([
    { code: 'plenty', quantity: stock.plenty - (answered.length - scarceSold), sold: answered.length - scarceSold },
    { code: 'scarce', quantity: stock.scarce - scarceSold, sold: scarceSold },
  ])
  expect(scarceSold).toBe(stock.scarce)
}
