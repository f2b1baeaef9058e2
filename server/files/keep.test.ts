import { setTimeout as sleep } from 'node:timers/promises'

import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { picturesIn } from './keep.ts'

const { as, db, pictureStore } = await testApp({ connections: 1 })

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

test('where one size of a picture cannot be kept, that is told once no other is being written', async () => {
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
  await expect(pictures.keep(db, [Buffer.alloc(1), Buffer.alloc(2)])).rejects.toThrow('The disk is full')
  expect(written).toBe(true)
})
