import { expect, test } from 'vitest'

import { testApp } from '../../tests/fixtures.ts'
import { formOf } from '../../tests/pictures.ts'

const { app, tokens } = await testApp()

test('a form refused half read lets go of its connection', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const bytes = Buffer.alloc(3 * 2 ** 20)
  const response = await fetch(`${url}/api/v1/item-inventory`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.get(3)}` },
    body: formOf({}, Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`${n}.png`, bytes]))),
  })
  expect([response.status, await response.json()]).toEqual([
    413,
    { success: false, message: 'At most 10 pictures at once' },
  ])
  // It would wait for the rest of the form for good.
  await app.close()
})
