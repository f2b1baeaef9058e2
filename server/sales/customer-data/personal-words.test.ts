import { expect, test } from 'vitest'

import { redact, createScrubber } from './personal-words.ts'

const ruby = {
  customerID: 12,
  firstName: 'Ruby',
  middleName: 'dela Cruz',
  lastName: 'To',
  contactNo: '+63 917 555 0142',
  address: '12 Rizal St., Pasig',
  email: 'ruby.to@mail.example',
}
const { scrub, scrubOwn, pattern } = createScrubber(12, [ruby])

test.each([
  ['Ask Ruby dela Cruz To about it', 'Ask Anonymised customer 12 about it'],
  ['ruby   to, RUBY TO and To, Ruby', 'Anonymised customer 12, Anonymised customer 12 and Anonymised customer 12'],
  ['mail RUBY.TO@MAIL.EXAMPLE', 'mail [removed]'],
  ['call +639175550142 or 63-917-555.0142', 'call [removed] or [removed]'],
  ['to 12 rizal st.,  Pasig today', 'to [removed] today'],
])('%s', (text, without) => {
  expect(scrub(text)).toBe(without)
  expect(text).toMatch(new RegExp(pattern, 'i'))
})

test.each(['Ruby ring, to be set', '163 917 555 01429', 'Rubyto'])('%s is not hers and stays', (text) => {
  expect(scrub(text)).toBe(text)
})

test('a single name is removed from the customer’s own texts, a short one only in its exact case', () => {
  expect(scrubOwn('For Ruby: back to Mrs. To, DELA CRUZ family')).toBe(
    'For [removed]: back to Mrs. [removed], [removed] family',
  )
  expect(scrubOwn('Rubyred, Tomorrow')).toBe('Rubyred, Tomorrow')
})

test('a town or a contact method is removed only from the customer’s own texts', () => {
  const vague = createScrubber(12, [{ ...ruby, address: 'Manila', contactNo: 'Viber' }])
  expect(vague.scrub('By Viber to Manila')).toBe('By Viber to Manila')
  expect(vague.scrubOwn('By Viber to Manila')).toBe('By [removed] to [removed]')
})

test('special characters in a name have no meaning in the pattern', () => {
  const odd = {
    ...ruby,
    firstName: 'A.*(b',
    middleName: null,
    lastName: String.raw`"X" \d [`,
    contactNo: '1',
    email: 'q+w@x.y',
  }
  const name = String.raw`A.*(b "X" \d [`
  const scrubber = createScrubber(3, [odd])
  expect(scrubber.scrub(`so ${name}, and Abb "X" 5 [`)).toBe('so Anonymised customer 3, and Abb "X" 5 [')
  expect(JSON.stringify({ text: name })).toMatch(new RegExp(scrubber.pattern))
  // A number of one digit would match many unrelated texts.
  expect(scrubber.scrub('1 of 11')).toBe('1 of 11')
})

test('a record loses the customer’s personal data and keeps everything else', () => {
  const { customerID: _, ...details } = ruby
  const sale = {
    salesTransactionID: 5,
    customerID: 12,
    customer: details,
    remarks: 'Ruby waits',
    totalPurchase: 900,
    items: [{ itemName: 'Ruby ring', description: 'as Ruby To has it' }],
    payments: [{ reference: 'GCash Ruby', amount: 900 }],
  }
  expect(redact({ success: true, data: sale }, 12, createScrubber(12, [ruby]))).toEqual({
    success: true,
    data: {
      ...sale,
      customer: {
        firstName: 'Anonymised',
        middleName: null,
        lastName: 'customer 12',
        contactNo: 'Anonymised 12',
        address: null,
        email: 'anonymised-12@customer.invalid',
      },
      remarks: '[removed] waits',
      payments: [{ reference: 'GCash [removed]', amount: 900 }],
    },
  })
})

test('another customer keeps a number that both share, also in a sale', () => {
  const husband = { ...ruby, customerID: 13, firstName: 'Jose' }
  const sale = { customerID: 13, customer: husband, remarks: 'Jose' }
  expect(redact([husband, sale], 12, createScrubber(12, [ruby]))).toEqual([husband, sale])
})
