import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'

const { as } = await testApp()
const path = '/api/v2/company-profile'
const amihan = {
  companyName: 'Amihan Jewelry Supplies',
  registrationNumber: 'JP-1234',
  companyEmail: 'hello@amihan.example',
  companyPhone: '+81 52 555 0100',
  taxDetails: 'T1234',
  instagram: 'https://instagram.com/amihan.example',
}
const logo = await drawPicture('gold', { width: 900, height: 90, format: 'jpeg' })

test('has no profile at first, and refuses to change one', async () => {
  expect((await as(null)('GET', path)).body).toEqual({ success: true, data: null })
  expect(await as(2)('PUT', path, amihan)).toMatchObject({
    status: 404,
    body: { message: 'Company profile not found' },
  })
})

test('lets a manager create the profile with a logo, and refuses a second profile', async () => {
  const made = await as(2)('POST', path, formOf(amihan, { 'logo.jpg': logo }, 'image_url'))
  expect(made.body.data).toMatchObject({ ...amihan, image_url: expect.stringMatching(/^\/pictures\//), facebook: null })
  expect(made.status).toBe(201)
  const again = await as(2)('POST', path, amihan)
  expect([again.status, again.body.message]).toEqual([409, 'The company profile exists already'])
  expect((await as(0)('GET', '/api/v1/settings')).body.data.companyName).toBe(amihan.companyName)
})

test('shows only public fields to strangers and to users without a role', async () => {
  for (const roleID of [null, 0] as const) {
    const { data } = (await as(roleID)('GET', path)).body
    expect(data.companyName).toBe(amihan.companyName)
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['registrationNumber']))
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['taxDetails']))
  }
  expect((await as(3)('GET', path)).body.data).toMatchObject({ registrationNumber: 'JP-1234', taxDetails: 'T1234' })
})

test('keeps the logo on a change, and refuses a stale change', async () => {
  const { data: before } = (await as(2)('GET', path)).body
  const changed = await as(2)('PUT', path, { ...amihan, taxDetails: '', updatedAt: before.updatedAt })
  expect(changed.body.data).toMatchObject({ taxDetails: null, image_url: before.image_url })
  expect((await as(2)('PUT', path, { ...amihan, updatedAt: before.updatedAt })).status).toBe(409)
  expect((await as(3)('PUT', path, amihan)).status).toBe(403)
  expect((await as(2)('PUT', path, formOf({ ...amihan, image_url: '' }))).body.data.image_url).toBeNull()
})

test.each([
  [{ companyName: '' }, 'Company name is required'],
  [{ companyEmail: 'x' }, 'Enter a valid email'],
  [{ instagram: 'javascript:alert(1)' }, 'Enter a link that begins with https://'],
])('refuses the profile %j', async (wrong, message) => {
  const { status, body } = await as(1)('PUT', path, { ...amihan, ...wrong })
  expect([status, body.message]).toEqual([400, message])
})
