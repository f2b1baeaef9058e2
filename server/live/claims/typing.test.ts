// Proves through HTTP that what a person types at a live reaches the others at once, is not kept, and that bad input is
// refused in a sentence.
import { expect, test } from 'vitest'

import type { Typing } from '../../../contract/events/events.ts'
import { openStreams } from '../../../tests/support/event-streams.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { until } from '../../../tests/support/server.ts'
import { openSession } from '../../http/session.ts'

const { app, db, as, tokens, users } = await testApp()
const open = await openStreams(app)
const staff = as(3)

async function planLive() {
  const { body } = await staff('POST', '/api/v1/lives', {
    liveName: 'Friday night',
    platforms: ['TikTok'],
    plannedStart: '2026-12-04T11:00:00Z',
    expectedEnd: '2036-12-04T14:00:00Z',
    locationID: 1,
    transactionTypeID: 1,
  })
  return body.data.liveID as number
}
async function startLive() {
  const liveID = await planLive()
  await staff('PUT', `/api/v1/lives/${liveID}/start`)
  return liveID
}
const tell = (liveID: number, body: object, who = staff) => who('PUT', `/api/v1/lives/${liveID}/typing`, body)
const typingOf = ({ frames }: Awaited<ReturnType<typeof open>>): Typing[] =>
  frames.flatMap((frame) => (frame.name === 'typing' ? [frame.data] : []))

test('what a person types reaches those who may read lives, but not the own session, and no later stream', async () => {
  const liveID = await startLive()
  const [own, otherDevice, manager, unassigned] = await Promise.all([
    open(tokens.get(3)),
    open(await openSession(db, users.get(3)!, 'a phone')),
    open(tokens.get(2)),
    open(tokens.get(0)),
  ])
  const place = manager.place()
  const { status, body, headers } = await tell(liveID, { doing: 'typing', typed: '12 ana' })
  expect([status, body.data, headers['x-changed']]).toEqual([200, null, ''])
  await until(() => [otherDevice, manager].every((one) => typingOf(one).length > 0))
  const told = { liveID, userID: users.get(3), name: 'Test Staff', doing: 'typing', typed: '12 ana' }
  for (const one of [otherDevice, manager]) expect(typingOf(one)).toEqual([told])
  await tell(liveID, { doing: 'nothing' })
  await until(() => typingOf(manager).length > 1)
  expect(typingOf(manager)[1]).toMatchObject({ doing: 'nothing', typed: '' })
  // The streams that must not hear it have heard what came after it.
  await as(1)('POST', '/api/v1/locations', { locationName: 'After' })
  await until(() => own.events().some(({ type }) => type === 'location.created'))
  expect([own, unassigned].map(typingOf)).toEqual([[], []])
  const later = await open(tokens.get(2), `?from=${encodeURIComponent(place)}`)
  await until(() => later.events().length > 0)
  expect(typingOf(later)).toEqual([])
})

test('every text of the allowed length is told as it is', async () => {
  const liveID = await startLive()
  const manager = await open(tokens.get(2))
  const texts = ['\u0000'.repeat(500), '😀'.repeat(250), '"\\'.repeat(250)]
  for (const text of texts) expect((await tell(liveID, { doing: 'typing', typed: text })).status).toBe(200)
  await until(() => typingOf(manager).length === texts.length)
  expect(typingOf(manager).map(({ typed }) => typed)).toEqual(texts)
})

test('a live that is unknown, planned or closed, and wrong input, are refused', async () => {
  expect((await tell(999_999, { doing: 'nothing' })).status).toBe(404)
  const liveID = await planLive()
  expect((await tell(liveID, { doing: 'typing', typed: 'a' })).body).toMatchObject({ code: 'live.not_running' })
  await staff('PUT', `/api/v1/lives/${liveID}/start`)
  for (const body of [{}, { doing: 'sleeping' }, { doing: 'typing', typed: 'x'.repeat(501) }])
    expect((await tell(liveID, body)).status).toBe(400)
  expect((await tell(liveID, { doing: 'typing', typed: 'a' }, as(0))).status).toBe(403)
  await staff('PUT', `/api/v1/lives/${liveID}/close`)
  expect((await tell(liveID, { doing: 'typing', typed: 'a' })).body).toMatchObject({ code: 'live.closed' })
})
