import type { Page, Request } from '@playwright/test'

import { companyProfile } from '../../contract/company/company-profile.ts'
import { settings } from '../../contract/company/settings.ts'
import { users } from '../../contract/people/users.ts'
import { suppliers } from '../../contract/purchasing/suppliers.ts'
import { publicAddress, languages } from '../../contract/shared/languages.ts'
import { listOf } from '../../contract/shared/screens.ts'
import { publicPaths } from '../../contract/site/site.ts'
import { axe, expect, newAccount, test } from './fixtures.ts'
import { createItem, holdEvents } from './steps.ts'

// Proves that the first paint changes neither colours nor layout when the rest of the page loads.

test.use({ role: null })

/** Holds back requests that match the pattern until they are released. */
async function hold(page: Page, pattern: string) {
  const gate = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Returns the names of the fonts that draw the first element of this selector. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
  await client.detach()
  return fonts.map(({ familyName }) => familyName)
}

test.describe('on a dark system', () => {
  test.use({ colorScheme: 'dark' })

  test('a page is dark before its scripts have loaded', async ({ page }) => {
    const letThrough = await hold(page, '**/assets/*.js')
    for (const path of ['/', '/login']) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(21, 18, 14)')
    }
    letThrough()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
})

for (const width of [390, 1440])
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('nothing moves when fonts load late and scripts after them', async ({ page }) => {
      const { itemName } = await createItem(await newAccount(3))
      await page.addInitScript(() => {
        const moved: unknown[] = []
        Object.assign(window, { moved })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] }
            moved.push({ value, what: sources.map(({ node }) => node?.textContent?.slice(0, 80)) })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await expect(async () => {
        await page.goto('/shop')
        await expect(page.getByRole('link', { name: itemName })).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 30_000 })
      const piece = (await page.getByRole('link', { name: itemName }).getAttribute('href'))!
      const paths = [...Object.values(publicPaths), piece]
      for (const address of languages.flatMap((language) => paths.map((path) => publicAddress(language, path)))) {
        const letThrough = await hold(page, '**/*.woff2')
        const counted = page.waitForResponse('**/api/shop/visits')
        await page.goto(address, { waitUntil: 'commit' })
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        letThrough()
        await counted
        await page.evaluate(() => document.fonts.ready)
        // Wait until the frame has been painted and its layout shifts have been reported.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0))))
        const moved = await page.evaluate(() => Reflect.get(window, 'moved') as unknown[])
        expect({ address, moved }).toEqual({ address, moved: [] })
        await page.unroute('**/*.woff2')
      }
    })
  })

test('a font that loads too late for the first page is used on the second', async ({ page }) => {
  const letThrough = await hold(page, '**/*.woff2')
  await page.goto('/about', { waitUntil: 'commit' })
  // A browser waits a tenth of a second for an optional font.
  await page.waitForFunction(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    return painted && performance.now() > painted.startTime + 300
  })
  letThrough()
  await page.evaluate(() => document.fonts.ready)
  expect(await facesOf(page, 'h1')).not.toContainEqual(expect.stringContaining('Cormorant'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What we can do for you')
  await expect.poll(() => facesOf(page, 'h1')).toEqual([expect.stringContaining('Cormorant')])
  await expect.poll(() => facesOf(page, 'main p')).toEqual([expect.stringContaining('Hanken')])
})

for (const { path, role } of [
  { path: '/register', role: null },
  { path: '/dashboard', role: 3 },
] as const)
  test.describe(path, () => {
    test.use({ role })

    test('the link to the shop front has a name before the shop’s name has loaded', async ({ page }) => {
      const letThrough = await hold(page, `**${companyProfile.get.path}`)
      await page.goto(path)
      const logo = page.getByRole('link', { name: 'Shop front', exact: true })
      await expect(logo).toHaveAttribute('href', '/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await axe(page)
      letThrough()
      await expect(logo).toHaveCount(0)
    })
  })

test.describe('signed in', () => {
  test.use({ role: 3 })

  // The other journeys write meanwhile. The events of that would fetch again what is counted here.
  test.beforeEach(({ page }) => holdEvents(page))

  test('the data of every screen is requested once, while the code loads', async ({ page }) => {
    const everywhere = ['company-profile', 'peso', 'profile', 'settings']
    const asked: string[] = []
    page.on('request', (request) => {
      const name = /[^/]+$/.exec(new URL(request.url()).pathname)![0].replace(/-[^-]+\.woff2$/, '')
      if (everywhere.includes(name)) asked.push(name)
    })
    const letThrough = await hold(page, '**/assets/frame-*.js')
    await page.goto('/supplier', { waitUntil: 'commit' })
    await expect.poll(() => asked.toSorted()).toEqual(everywhere)
    letThrough()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked).toHaveLength(everywhere.length)
  })

  test('a list is prefetched with the stored page size and the filters of the address', async ({ page, account }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === suppliers.list.path) asked.push(search)
    })
    await page.addInitScript((name) => localStorage.setItem(name, '50'), `pageSize ${account!.userID}`)
    for (const search of ['', '?status=false', '?create=1']) {
      asked.length = 0
      await page.goto(`/supplier${search}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      expect(asked).toEqual([search === '?status=false' ? '?pageSize=50&status=false' : '?pageSize=50'])
    }
  })

  // The first Intl format in a browser's process takes 15 ms or more.
  test('a list of pieces and prices is drawn without a format of Intl', async ({ page, account }) => {
    await createItem(account)
    await page.addInitScript(() => {
      const made: string[] = []
      Object.assign(window, { made })
      const watched = ['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules'] as const
      for (const name of watched)
        Object.defineProperty(Intl, name, {
          value: new Proxy(Intl[name], {
            construct: (target, args) => {
              made.push(name)
              return Reflect.construct(target, args) as object
            },
          }),
        })
      const heard = [Number, Date].map(({ prototype }) => [prototype, 'toLocaleString'] as const)
      for (const [prototype, name] of [...heard, [String.prototype, 'localeCompare'] as const]) {
        const own = Reflect.get(prototype, name) as (...args: unknown[]) => unknown
        Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
          made.push(name)
          return own.apply(this, args)
        })
      }
    })
    const made = () => page.evaluate(() => Reflect.get(window, 'made') as string[])
    await page.goto('/items')
    await expect(page.getByRole('row').getByText('₱').first()).toBeVisible()
    expect(await made()).toEqual([])
    // This proves that a use of Intl would be recorded.
    expect(await page.evaluate(() => (1).toLocaleString() + new Intl.NumberFormat().format(2))).toBe('12')
    expect(await made()).toEqual(['toLocaleString', 'NumberFormat'])
  })

  test('a list without permission is not requested', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/users')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked).toContain(settings.get.path)
    expect(asked).not.toContain(users.list.path)
  })
})

test.describe('as administrator', () => {
  test.use({ role: 1 })

  test.beforeEach(({ page }) => holdEvents(page))

  test('a list is requested once, while its screen loads', async ({ page }) => {
    // It opens every list.
    test.slow()
    for (const [path, list] of Object.entries(listOf)) {
      const asked: string[] = []
      const hear = (request: Request) => {
        const { pathname, search, searchParams } = new URL(request.url())
        // Ignore the requests for the choices of a filter; only these have a search.
        if (pathname === list && !searchParams.has('search')) asked.push(pathname + search)
      }
      page.on('request', hear)
      const letThrough = await hold(page, '**/assets/frame-*.js')
      await page.goto(path, { waitUntil: 'commit' })
      await expect.poll(() => asked).toEqual([`${list}?pageSize=10`])
      letThrough()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      expect([path, ...asked]).toEqual([path, `${list}?pageSize=10`])
      page.off('request', hear)
      await page.unroute('**/assets/frame-*.js')
    }
  })
})
