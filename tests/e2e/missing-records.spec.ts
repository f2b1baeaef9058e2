// Proves that the address of a record that does not exist says so and leads back to the list, on every screen with
// records.
import { staffScreens } from '../../contract/shared/staff-screens.ts'
import { expect, test } from './fixtures.ts'
import { goInside } from './steps.ts'

const paths = Object.values(staffScreens).flatMap((screen) =>
  'record' in screen && 'list' in screen ? [screen.path] : [],
)

test.describe(() => {
  test.use({ allow: [/404/] })

  test('an unknown record has a sentence and a way back, on every screen', async ({ page }) => {
    test.slow()
    expect(paths.length).toBeGreaterThan(20)
    await page.goto('/dashboard')
    for (const path of paths) {
      await test.step(path, async () => {
        await goInside(page, `${path}?id=999999999`)
        await expect(page.getByRole('alert').filter({ hasText: /^Error: [A-Z].* not found|not found$/m })).toHaveCount(
          1,
        )
        await page
          .getByRole('button', { name: 'Show the list' })
          .or(page.getByRole('link', { name: 'Show the list' }))
          .click({ timeout: 20_000 })
        await expect(page).toHaveURL(new RegExp(`${path}$`))
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expect(page.locator('.table tbody tr, .cards li, .empty').first()).toBeVisible()
      })
    }
  })

  test('the statement of an unknown customer leads back to the list of customers', async ({ page }) => {
    await page.goto('/customer?id=999999999&statement=1')
    await expect(page.getByRole('alert')).toHaveText(/^Error: Customer not found/)
    await page.getByRole('link', { name: 'Show the list' }).click()
    await expect(page).toHaveURL(/\/customer$/)
  })
})
