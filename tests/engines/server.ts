import type { DemoShop } from '../../contract/demo/demo.ts'
import type { Account } from '../../contract/people/account.ts'
import { openShop } from '../e2e/server.ts'
import { api } from '../support/journeys.ts'
import { until } from '../support/server.ts'

/** Starts the app with the demo shop, so that every screen has content. */
export default async function start() {
  const close = await openShop({ SHOP_DEMO: '1', TRUST_PROXY: 'loopback' })
  const admin = { email: process.env['ADMIN_EMAIL'], password: process.env['ADMIN_PASSWORD'] }
  const account = await api<Account>(null, 'POST', '/api/v1/login', admin)
  await until(
    async () => (await api<{ data: DemoShop }>(account, 'GET', '/api/v1/demo')).data.state === 'loaded',
    60_000,
  )
  return close
}
