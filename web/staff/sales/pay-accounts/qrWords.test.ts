import { expect, test } from 'vitest'

import { describeCode } from './qrWords.ts'

test.each([
  ['0002010102115204601653036085802PH5912AMIHAN JEWEL6006NAGOYA6304ABCD', 'The code pays to AMIHAN JEWEL, NAGOYA.'],
  ['0002015909A B C D E', 'The code pays to A B C D E.'],
  // The length of the name is longer than the rest.
  ['0002015999A B', 'The code says: 0002015999A B'],
  ['0002025906AMIHAN', 'The code says: 0002025906AMIHAN'],
  ['Demo only: this is no account.', 'The code says: Demo only: this is no account.'],
  ['https://pay.example/a', 'The code says: https://pay.example/a'],
  ['x'.repeat(130), `The code says: ${'x'.repeat(120)}…`],
])('describes %s', (text, sentence) => {
  expect(describeCode(text)).toBe(sentence)
})
