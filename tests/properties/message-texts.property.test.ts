// Proves of any text with any placeholders: it is saved, or refused in words; a saved one leaves no placeholder in a
// message; values are filled in as they are, and only where a placeholder stands.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import {
  fillIn,
  findUnknownPlaceholder,
  leaveOutBalance,
  type MessageKind,
  messageKindNames,
  placeholdersOf,
  sampleValues,
} from '../../contract/sales/message-texts.ts'
import { testApp } from '../support/fixtures.ts'
import { insertProof } from '../support/proofs.ts'
import { stockItem } from '../support/stocked.ts'

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']
const names = [...Object.keys(sampleValues), ...inherited, '', ' name', 'Name', 'balnce', '名前', '$&', 'name}']
const piece = fc.oneof(
  fc.constantFrom(...names).map((name) => `{${name}}`),
  fc.constantFrom('{', '}', '{{', '}}', '$1', '$&', '\n', ' '),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const kind = fc.constantFrom<MessageKind>(...messageKindNames)

/** Splits a text at the placeholders that a kind may contain, without the pattern of the program. */
const splitAtKnown = (of: MessageKind, whole: string) =>
  whole.split(
    new RegExp(
      `(${placeholdersOf(of)
        .map((name) => `\\{${name}\\}`)
        .join('|')})`,
    ),
  )

test('a text is refused exactly when a brace remains beside its placeholders, and the sentence says why', () => {
  fc.assert(
    fc.property(kind, text, (of, whole) => {
      const problem = findUnknownPlaceholder(of, whole)
      const others = splitAtKnown(of, whole).filter((_, n) => n % 2 === 0)
      expect(problem !== null).toBe(others.some((one) => /[{}]/.test(one)))
      // A known text stands for the sentence of an accepted one.
      expect(problem ?? 'A placeholder begins').toMatch(
        /^(\{[^{}]*\} is not a placeholder; use \{name\}, |A placeholder begins)/,
      )
    }),
    { numRuns: 2000 },
  )
})

test('each value stands where its placeholder stood, and everything else is as it was', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('{total}', '{name}', '$&', "$'", '{constructor}'),
  )
  const values = fc.record(Object.fromEntries(Object.keys(sampleValues).map((name) => [name, value])), {
    requiredKeys: [],
  })
  fc.assert(
    fc.property(text, values, (body, given) => {
      const has = Object.keys(given)
      const expected =
        has.length === 0
          ? body
          : body
              .split(new RegExp(`(${has.map((name) => `\\{${name}\\}`).join('|')})`))
              .map((one, n) => (n % 2 === 0 ? one : given[one.slice(1, -1)]))
              .join('')
      const filled = fillIn({ subject: body, body }, given)
      expect(filled.body).toBe(expected)
      // A line break in a subject would begin another header of the mail.
      expect(filled.subject).not.toMatch(/[\r\n]/)
    }),
    { numRuns: 2000 },
  )
})

test('a paid sale is told no balance, and every other line stays', () => {
  fc.assert(
    fc.property(text, (body) => {
      const lines = body.split('\n')
      const others = lines.filter((line) => !line.includes('{balance}'))
      const left = leaveOutBalance({ subject: 's', body }).body
      const full = (all: string[]) => all.filter((line) => line !== '')
      // A text of nothing but the balance stays as it is.
      const isKept = others.every((line) => line.trim() === '')
      expect(full(left.split('\n'))).toEqual(full(isKept ? lines : others))
    }),
    { numRuns: 2000 },
  )
})

test.each(inherited)('{%s} is no placeholder, and is left as it is', (name) => {
  expect(fillIn({ subject: 's', body: `{${name}}` }, sampleValues).body).toBe(`{${name}}`)
  expect(findUnknownPlaceholder('invoice', `{${name}}`)).toContain(`{${name}} is not a placeholder; use {name}, `)
})

const { db, as } = await testApp()
let saleID = 0
beforeAll(async () => {
  const person = { firstName: 'Ana', lastName: 'Reyes', contactNo: '1', email: 'ana@mail.example', customerTypeID: 1 }
  const { customerID } = (await as(3)('POST', '/api/v2/customers', person)).body.data
  const { itemID } = await stockItem(db, { quantity: 9, price: 1000 })
  // A layaway with a payment, an overdue instalment, a later one and a rejected proof: every kind of message applies to it.
  const schedule = [
    { dueDate: '2026-01-05', amount: 300 },
    { dueDate: '2026-02-05', amount: 300 },
    { dueDate: '2999-01-05', amount: 400 },
  ]
  const payments = [{ paymentTypeID: 1, amount: 300 }]
  const items = [{ itemID, orderQty: 1 }]
  const order = { customerID, locationID: 1, transactionTypeID: 1, items, schedule, payments }
  saleID = (await as(3)('POST', '/api/v2/sales', order)).body.data.salesTransactionID
  const proofID = await insertProof(db, saleID)
  await as(3)('PUT', `/api/v1/proofs/${proofID}/reject`, { reason: 'unreadable' })
})

test('any text that an administrator saves is a text of messages, or is refused in words and changes nothing', async () => {
  const count = { saved: 0, refused: 0 }
  const composed = async (of: MessageKind) => {
    const texts = (await as(3)('GET', `/api/v1/sales/${saleID}/message-texts`)).body.data
    return texts.find((one: { kind: string }) => one.kind === of) as { subject: string; body: string }
  }
  const check = async (of: MessageKind, subject: string, body: string) => {
    const before = await composed(of)
    const path = '/api/v1/settings/message-templates'
    const answer = await as(1)('PUT', path, { kind: of, language: 'en', subject, body })
    const after = await composed(of)
    const isSaved = answer.status === 200
    count[isSaved ? 'saved' : 'refused']++
    const left = /\{(name|total|balance|constructor)\}/.test(`${after.subject}${after.body}`)
    const isUnchanged = after.subject === before.subject && after.body === before.body
    const inWords = answer.status === 400 && answer.body.success === false && /\w/.test(answer.body.message)
    expect({ subject, body, isRight: isSaved ? !left : inWords && isUnchanged }).toMatchObject({ isRight: true })
  }
  const known = fc.array(fc.oneof(fc.constantFrom('{name}', '{total}', '{balance}', '$&', '\n'), fc.string()), {
    minLength: 1,
    maxLength: 6,
  })
  const any = fc.oneof(
    text,
    known.map((pieces) => pieces.join('')),
  )
  await fc.assert(fc.asyncProperty(kind, any, any, check), { numRuns: 120 })
  expect(Math.min(count.saved, count.refused)).toBeGreaterThan(0)
})
