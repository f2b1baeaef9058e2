// Proves the input and output of each kind of field, and the fields that a list sorts and filters by.
import { expect, test } from 'vitest'

import {
  active,
  readOnly,
  choice,
  crud,
  day,
  defineFields,
  documentNumber,
  email,
  flag,
  money,
  optionalDay,
  optionalMoney,
  optionalText,
  reference,
  text,
  unsorted,
} from '../../contract/shared/resource.ts'
import { z } from '../../contract/shared/zod.ts'

const fields = defineFields('jobID', {
  jobNumber: documentNumber('SO'),
  customerID: reference,
  customerName: readOnly(z.string().nullable()),
  work: text(10),
  email,
  received: day,
  promised: optionalDay,
  deposit: money,
  estimate: optionalMoney,
  state: choice(['Open', 'Done']),
  urgent: unsorted(flag),
  status: active,
  notes: optionalText(5),
})
const body = { customerID: 1, work: ' Resize ', email: 'a@shop.example', received: '2026-11-20', deposit: 1.5 }

test('a body keeps only the fields that a caller may send', () => {
  expect(fields.input.parse({ ...body, notes: '', jobNumber: 'SO-1', jobID: 9, createdByID: 9 })).toEqual({
    ...body,
    work: 'Resize',
    notes: null,
  })
})

test.each([
  [{ work: 'x'.repeat(11) }, 'Work must be at most 10 characters'],
  [{ customerID: 'x' }, 'Customer must be a number'],
  [{ received: 'today' }, 'Received must be a date like 2026-11-20'],
  [{ promised: '0001-01-01' }, 'Enter a date between the years 1900 and 2999'],
  [{ deposit: 0.001 }, 'Amounts have at most 2 decimals'],
  [{ estimate: -1 }, 'Estimate must be at least 0'],
  [{ state: 'Lost' }, 'State must be one of: Open, Done'],
  [{ state: null }, 'State is required'],
  [{ urgent: 'yes' }, 'Urgent must be true or false'],
])('refuses %j with a sentence', (wrong, sentence) => {
  expect(fields.input.safeParse({ ...body, ...wrong }).error?.issues[0]?.message).toBe(sentence)
})

test('the list sorts and filters by the declared fields', () => {
  const jobs = crud('/api/v1/jobs', fields, {
    schema: 'TestJob',
    all: 'Jobs',
    one: 'job',
    about: ['reminder'],
    read: 'sales.read',
    write: 'sales.write',
  })
  expect(fields.sortable).not.toContain('urgent')
  expect(jobs.list.query.parse({})).toMatchObject({ sort: '-jobID' })
  expect(jobs.list.query.parse({ sort: 'promised', customerID: '3', state: 'Done', status: 'true' })).toMatchObject({
    customerID: 3,
    state: 'Done',
    status: true,
  })
  expect(jobs.list.query.safeParse({ sort: 'urgent' }).success).toBe(false)
  expect([jobs.get.path, jobs.create.summary, jobs.update.access]).toEqual([
    '/api/v1/jobs/:id',
    'Creates a job',
    'sales.write',
  ])
})
