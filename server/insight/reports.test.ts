import { expect, test } from 'vitest'

import { reportKeys } from '../../contract/report-definitions.ts'
import { testApp } from '../../tests/fixtures.ts'
const { as } = await testApp()
const staff = as(3)
test.each(reportKeys)('%s', async (key) => {
  const a = await staff('GET', `/api/v1/reports/${key}`)
  expect(a.body).toMatchObject({ success: true })
  const b = await staff('GET', `/api/v1/reports/${key}?format=csv`)
  expect([b.status, b.headers]).toMatchObject([200, {}])
  console.log(String(b.body))
})
