import { expect, onTestFinished, test } from 'vitest'

import { startHosts } from './high-availability/hosts.ts'

test('probe', async () => {
  const cluster = await startHosts()
  onTestFinished(async () => { await new Promise((r) => setTimeout(r, Number(process.env['HOLD'] ?? 0))); await cluster.clean() })
  const t = performance.now()
  console.log(cluster.folder, JSON.stringify(cluster.ports))
  await cluster.whole()
  console.log('whole', performance.now() - t, await cluster.members())
  await cluster.onLeader("create role alahas login password 'alahas'", 'create database shop owner alahas')
  await Promise.all(cluster.hosts.map(cluster.startShop))
  console.log('shops', performance.now() - t)
  expect(1).toBe(1)
})
