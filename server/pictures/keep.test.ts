import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { testApp } from '../../tests/fixtures.ts'
import { drawPicture, formOf } from '../../tests/pictures.ts'

const { as } = await testApp({ connections: 1 })

test('while a picture is made small, others have the database', async () => {
  const large = await drawPicture('gold', { width: 8000, height: 8000, format: 'png' })
  const answered: string[] = []
  const sending = as(0)(
    'PUT',
    '/api/users/updateProfilePicture',
    formOf({}, { 'me.png': large }, 'profilePicture'),
  ).then(({ status }) => answered.push(`picture ${status}`))
  await sleep(100) // the form is read by then
  const { status } = await as(0)('GET', '/api/users/profile')
  answered.push(`profile ${status}`)
  await sending
  expect(answered).toEqual(['profile 200', 'picture 200'])
})
