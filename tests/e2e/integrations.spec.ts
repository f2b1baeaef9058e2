import { axe, expect, test, unique } from './fixtures.ts'
import { form, okay } from './steps.ts'

// An administrator gives another program a token, which then calls the shop until it is revoked.
test.use({ role: 1 })

test('an administrator creates an API token, a program uses it, and the administrator revokes it', async ({
  page,
  request,
}) => {
  const name = unique('Bookkeeping')
  await page.goto('/integrations')
  await page.getByRole('button', { name: 'Add a token' }).click()
  const panel = form(page, 'Add API Token')
  await expect(panel.getByLabel('Token name')).toBeFocused()
  await panel.getByLabel('Token name').fill(name)
  await panel.getByLabel('Search calls').fill('lists sales')
  await panel.getByRole('checkbox', { name: 'Lists sales' }).check()
  await expect(panel.getByText('1 call chosen.')).toBeVisible()
  await axe(page)
  await panel.getByRole('button', { name: 'Choose every call that only reads' }).click()
  await expect(panel.getByText(/^\d\d+ calls chosen\.$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Create token' }).click()
  await okay(page, 'API Token Created!')
  const shown = page.getByRole('region', { name: 'The new token' })
  const token = await shown.getByLabel('API token').inputValue()
  await axe(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()

  const headers = { authorization: `Bearer ${token}` }
  expect((await request.get('/api/v2/sales', { headers })).status()).toBe(200)
  expect((await request.post('/api/v1/categories', { headers, data: {} })).status()).toBe(403)

  await page.reload()
  const row = page.getByRole('listitem', { name })
  await expect(row).toContainText('Last used')
  await axe(page)
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await page
    .getByRole('dialog', { name: `Revoke ${name}?` })
    .getByRole('button', { name: 'Revoke token' })
    .click()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect((await request.get('/api/v2/sales', { headers })).status()).toBe(401)
})
