import type { Page } from '@playwright/test'

import { axe, expect, test } from './fixtures.ts'

test.use({ role: null })

/** Presses Tab until the element has the focus; gives up after a limit. */
async function tabTo(page: Page, name: string) {
  for (let n = 0; n < 40; n++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim())
    if (focused === name) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('the public pages work by keyboard', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/')
  await tabTo(page, 'Pages')
  await page.keyboard.press('Enter')
  const about = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' })
  await expect(about).toBeVisible()
  // The menu opens even without the scripts, but only they close it on Escape. Retry until they have loaded.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(about).toBeHidden({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await tabTo(page, 'About us')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/about')
  await expect(heading(page)).toHaveText('A small shop, its scalein plain sight.')
  await expect(page).toHaveTitle(/^About us · /)
  // The page is announced, the focus is at its content, and the menu is closed.
  await expect(page.locator('output', { hasText: /^About us · / })).toBeAttached()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(about).toBeHidden()
  await axe(page)

  await tabTo(page, 'Contact us')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Talk to us')
  await axe(page)
  await page.goto('/#')
  await page.getByRole('link', { name: 'Order a custom piece' }).press('Enter')
  await expect(page).toHaveURL('/services#custom-orders')
  await expect(page.getByRole('heading', { name: 'Custom Orders', exact: true })).toBeInViewport()
  await axe(page)
})

test('every service has its picture, and Contact has a photo', async ({ page }) => {
  for (const [path, places, count] of [
    ['/services', 'section.service', 9],
    ['/contact', '#ask', 1],
  ] as const) {
    await page.goto(path)
    const pictures = page.locator(`${places} picture img`)
    await expect(pictures).toHaveCount(count)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(300)
    }
  }
})

test('a page opens at its top, and Back restores the scroll position', async ({ page }) => {
  const scrolled = () => page.evaluate(() => scrollY)
  await page.goto('/')
  const last = page.getByRole('contentinfo').getByRole('link', { name: 'Services' })
  await last.scrollIntoViewIfNeeded()
  const before = await scrolled()
  expect(before).toBeGreaterThan(1000)
  await last.click()
  await expect(heading(page)).toHaveText('What we can do for you')
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await expect(heading(page)).toHaveText('Gold worthhanding down.')
  await expect.poll(scrolled).toBe(before)
})

for (const { language, home, menu, page: name, title, offer } of [
  {
    language: 'ja',
    home: '受け継がれる金を、あなたのために。',
    menu: 'メインメニュー',
    page: 'サービス',
    title: /^サービス · /,
    offer: 'このページを日本語で読む',
  },
  {
    language: 'tl',
    home: 'Gintongmaipamamana.',
    menu: 'Pangunahing menu',
    page: 'Mga serbisyo',
    title: /^Mga serbisyo · /,
    offer: 'Basahin ito sa Tagalog',
  },
])
  test(`the public pages work in ${language} and offer the other languages`, async ({ page, baseURL }) => {
    await page.goto('/services')
    await page.locator(`.lang [lang=${language}]`).click()
    await expect(page).toHaveURL(`/${language}/services`)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/${language}/services`)
    await expect(page.locator('link[rel=alternate][hreflang=en]')).toHaveAttribute('href', `${baseURL}/services`)
    // The links and the tags for crawlers keep the language.
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveURL(`/${language}`)
    await expect(heading(page)).toHaveText(home)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/${language}`)
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
    await axe(page)
    await page.getByRole('navigation', { name: menu }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/${language}/services`)

    // A page in another language offers the chosen language until the visitor declines.
    await page.goto('/about')
    await expect(page.getByRole('link', { name: offer })).toHaveAttribute('href', `/${language}/about`)
    await axe(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('link', { name: offer })).toBeHidden()
    await page.reload()
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('link', { name: offer })).toBeHidden()
  })

test.describe('on a phone without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  test('the public pages are readable in every language', async ({ page }) => {
    await page.goto('/')
    await expect(heading(page)).toBeVisible()
    await page.locator('.burger summary').click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(page.locator('.burger').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
    await menu.getByRole('link', { name: 'Contact us' }).click()
    await expect(heading(page)).toHaveText('Talk to us')
    await page.getByRole('link', { name: '日本語' }).click()
    await expect(page).toHaveURL('/ja/contact')
    await expect(heading(page)).toHaveText('お話をお聞かせください')
    await page.getByRole('contentinfo').getByRole('link', { name: 'サービス' }).click()
    await expect(heading(page)).toHaveText('私たちにできること')
    await page.getByRole('link', { name: '配送と物流' }).click()
    await expect(page.getByRole('heading', { name: '配送と物流' })).toBeInViewport()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the menu navigates and closes, and nothing is wider than the screen', async ({ page }) => {
    for (const path of ['/services', '/tl/contact', '/ja/about', '/tl']) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await page.locator('.burger summary').click()
    await axe(page)
    const link = page.locator('.burger').getByRole('link', { name: 'Tungkol sa amin' })
    await link.click()
    await expect(page).toHaveURL('/tl/about')
    await expect(link).toBeHidden()
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, allow: [/400 \(Bad Request\)/] })

    test('a visitor writes to the shop in two fields', async ({ page }) => {
      await page.goto('/contact')
      const send = page.getByRole('button', { name: 'Send question' })
      await page.getByLabel('Your message').fill('Do you restring pearls?')
      await send.click()
      await expect(page.getByText('Please tell us where we can answer')).toBeVisible()
      await expect(page.getByLabel('Your message')).toHaveValue('Do you restring pearls?')
      const contact = page.getByLabel('LINE, Messenger, phone or email')
      await contact.fill('maricel@')
      await send.click()
      await expect(page.getByText('Please tell us where we can answer: LINE')).toBeVisible()
      await contact.fill(`LINE: two-fields-${javaScriptEnabled}`)
      await send.click()
      await expect(page.getByText('Thank you. Your question has reached us.')).toBeVisible()
      await expect(page).toHaveURL(/\/contact\?asked=1#ask$/)
    })
  })
