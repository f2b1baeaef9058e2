// Proves that a delivery is signed as Standard Webhooks defines it.
import { expect, test } from 'vitest'

import { createSecret, signedHeaders } from './signature.ts'

test('the signature is that of the example which Standard Webhooks publishes', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  const published = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': published,
  })
  const both = signedHeaders(message, [createSecret(), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
  expect(both['webhook-signature']!.split(' ')).toEqual([expect.stringMatching(/^v1,/), published])
})

test('a secret has 256 random bits', () => {
  const [one, other] = [createSecret(), createSecret()]
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(one).not.toBe(other)
})
