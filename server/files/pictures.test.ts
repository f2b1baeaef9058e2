import { setTimeout as sleep } from 'node:timers/promises'

import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { picturesIn } from './pictures.ts'

const { as, db, pictureStore } = await testApp({ connections: 1 })

/** Returns the number of pictures that this process is converting. */
const countConversions = () => sharp.counters().process + sharp.counters().queue

test('converting a picture does not hold the only connection of the pool', async () => {
  const large = await drawPicture('gold', { width: 8000, height: 8000, format: 'png' })
  const form = () => formOf({}, { 'me.png': large }, 'profilePicture')
  let meanwhile = false
  // On a busy machine the conversion may end before the other request, but not five times in a row.
  for (let attempt = 0; attempt < 5 && !meanwhile; attempt++) {
    const sending = as(0)('PUT', '/api/users/updateProfilePicture', form())
    await vi.waitUntil(() => countConversions() > 0, { timeout: 10_000, interval: 1 })
    expect((await as(0)('GET', '/api/users/profile')).status).toBe(200)
    meanwhile = countConversions() > 0
    expect((await sending).status).toBe(200)
  }
  expect(meanwhile).toBe(true)
})

test('reports a size that cannot be stored only after the other sizes are written', async () => {
  let written = false
  const full = {
    ...pictureStore,
    async put(_: string, bytes: Uint8Array) {
      if (bytes.length === 1) throw new Error('The disk is full')
      await sleep(50)
      written = true
    },
  }
  const pictures = picturesIn(full, { expect: () => {} })
  await expect(pictures.store(db, [Buffer.alloc(1), Buffer.alloc(2)])).rejects.toThrow('The disk is full')
  expect(written).toBe(true)
})
