import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { savedView } from '../db/schema/company.ts'

const { as, db, users } = await testApp()
const [admin, manager, staff] = [as(1), as(2), as(3)]
const base = '/api/v1/saved-views'

const gold = { list: 'items', viewName: 'Gold', query: { karat: '18K', sort: '-price' }, hidden: ['Cost'] }
const namesOf = async (call: typeof staff, list = 'items') => {
  const { body } = await call('GET', `${base}?list=${list}`)
  return body.data.map((view: { viewName: string; isDefault: boolean }) => view.viewName + (view.isDefault ? '*' : ''))
}
const saved = async (call: typeof staff, fields: object = {}) => {
  const { status, body } = await call('POST', base, { ...gold, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const refusal = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]

test('shows a view to its owner alone until a manager shares it', async () => {
  const own = await saved(staff, { viewName: 'Mine', query: { karat: '18K', page: '3' } })
  expect(own).toMatchObject({
    viewName: 'Mine',
    query: { karat: '18K' },
    hidden: ['Cost'],
    shared: false,
    userID: users.get(3),
  })
  await saved(manager, { viewName: 'For all', shared: true })
  expect(await namesOf(staff)).toEqual(['For all', 'Mine'])
  expect(await namesOf(manager)).toEqual(['For all'])
  expect(await namesOf(staff, 'sales')).toEqual([])
  const path = `${base}/${own.viewID}`
  expect(refusal(await manager('PUT', path, { viewName: 'Stolen' }))).toEqual([404, 'View not found'])
  expect(refusal(await admin('DELETE', path))).toEqual([404, 'View not found'])
  expect(refusal(await staff('PUT', path, { shared: true }))).toEqual([
    403,
    'Only a manager may share a view with everybody',
  ])
  expect(refusal(await staff('POST', base, { ...gold, shared: true }))).toEqual([
    403,
    'Only a manager may share a view with everybody',
  ])
  expect((await staff('DELETE', path)).status).toBe(200)
})

test('lets every manager, and nobody else, change a shared view', async () => {
  const { viewID, updatedAt } = await saved(manager, { viewName: 'Shared', shared: true })
  const path = `${base}/${viewID}`
  const refused = [403, 'Only a manager may change a view that is shared']
  expect(refusal(await staff('PUT', path, { viewName: 'Ours' }))).toEqual(refused)
  expect(refusal(await staff('DELETE', path))).toEqual(refused)
  const { body } = await admin('PUT', path, { viewName: 'Ours', query: { status: 'true' }, hidden: [], updatedAt })
  expect(body.data).toMatchObject({ viewName: 'Ours', query: { status: 'true' }, hidden: [], userID: users.get(2) })
  expect((await manager('PUT', path, { viewName: 'Mine', updatedAt })).status).toBe(409)
  const { body: trail } = await admin('GET', `/api/v1/audit?entity=savedView&entityID=${viewID}`)
  expect(trail.data.map((row: { action: string; subject: string }) => [row.action, row.subject])).toEqual([
    ['update', 'Ours'],
    ['create', 'Shared'],
  ])
  expect((await admin('DELETE', path)).status).toBe(200)
})

test('refuses a view with a query that its list would refuse', async () => {
  const wrong = (query: object) => staff('POST', base, { ...gold, viewName: 'Wrong', query })
  expect(refusal(await wrong({ shelf: '3' }))).toEqual([400, 'Unknown parameter: shelf'])
  expect(refusal(await wrong({ karat: '9K' }))).toEqual([400, expect.stringMatching(/^Karat must be one of/)])
  expect(refusal(await wrong({ sort: 'shelf' }))).toEqual([400, expect.stringMatching(/^Sort must be one of/)])
  expect(refusal(await staff('POST', base, { ...gold, list: 'users' }))).toEqual([
    400,
    expect.stringMatching(/^List must be one of/),
  ])
  expect(refusal(await staff('GET', `${base}?list=users`))).toEqual([
    400,
    expect.stringMatching(/^List must be one of/),
  ])
})

test('keeps names unique for each user, in any case, and limits the number of views', async () => {
  await saved(staff, { viewName: 'Silver', list: 'sales', query: {} })
  expect(refusal(await staff('POST', base, { ...gold, list: 'sales', viewName: 'silver', query: {} }))).toEqual([
    409,
    'You already have a view with this name',
  ])
  await saved(manager, { viewName: 'Silver', list: 'sales', query: {} })
  const own = { list: 'sales' as const, query: {}, hidden: [], userID: users.get(3)! }
  await db.insert(savedView).values(Array.from({ length: 49 }, (_, n) => ({ ...own, viewName: `View ${n}` })))
  expect(refusal(await staff('POST', base, { ...gold, list: 'sales', query: {} }))).toEqual([
    422,
    'You have 50 views of this list: delete one first',
  ])
})

test('opens a list with the view that each user chose', async () => {
  const one = await saved(manager, { viewName: 'One', list: 'customers', query: {}, shared: true })
  const two = await saved(manager, { viewName: 'Two', list: 'customers', query: {} })
  const choose = (call: typeof staff, viewID: number | null, list = 'customers') =>
    call('PUT', `${base}/default`, { list, viewID })
  expect((await choose(staff, one.viewID)).status).toBe(200)
  expect((await choose(manager, one.viewID)).status).toBe(200)
  expect((await choose(manager, two.viewID)).status).toBe(200)
  expect(await namesOf(manager, 'customers')).toEqual(['One', 'Two*'])
  expect(await namesOf(staff, 'customers')).toEqual(['One*'])
  expect(refusal(await choose(staff, two.viewID))).toEqual([404, 'View not found'])
  expect(refusal(await choose(staff, one.viewID, 'sales'))).toEqual([422, 'This view belongs to another list'])
  expect((await choose(staff, null)).status).toBe(200)
  expect(await namesOf(staff, 'customers')).toEqual(['One'])
  // A deleted view is no longer anybody's chosen view.
  expect((await manager('DELETE', `${base}/${two.viewID}`)).status).toBe(200)
  expect(await namesOf(manager, 'customers')).toEqual(['One'])
})
