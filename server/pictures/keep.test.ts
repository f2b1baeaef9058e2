import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

import { testApp } from '../../tests/fixtures.ts'
import { drawPicture, formOf } from '../../tests/pictures.ts'

const { as } = await testApp({ connections: 1 })

/** How many pictures are being worked on in this process. */
const inWork = () => sharp.counters().process + sharp.counters().queue

test('while a picture is made small, others have the database', async () => {
  const large = await drawPicture('gold', { width: 8000, height: 8000, format: 'png' })
  const form = () => formOf({}, { 'me.png': large }, 'profilePicture')
  let meanwhile = false
  // On a busy machine a picture may be done before anybody gets a word in; never five times.
  for (let attempt = 0; attempt < 5 && !meanwhile; attempt++) {
    const sending = as(0)('PUT', '/api/users/updateProfilePicture', form())
    await vi.waitUntil(() => inWork() > 0, { timeout: 10_000, interval: 1 })
    expect((await as(0)('GET', '/api/users/profile')).status).toBe(200)
    meanwhile = inWork() > 0
    expect((await sending).status).toBe(200)
  }
  expect(meanwhile).toBe(true)
})
