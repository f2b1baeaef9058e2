import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { test as base, expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { Result, RunOptions } from 'axe-core'

import type { Account } from '../../contract/people/account.ts'
import type { RoleID } from '../../contract/shared/permissions.ts'
import { api, newAccount, password, unique } from '../support/journeys.ts'

type Options = {
  /** The role of the signed-in user; null means nobody is signed in. */
  role: RoleID | null
  /** Console errors that the test provokes. */
  allow: RegExp[]
}
type Fixtures = {
  /** The signed-in user's account, as the browser stores it. */
  account: Account | null
  trouble: string[]
}

const accounts = new Map<RoleID, Account>()

/** Every page fails its test on a console error, a page error or a CSP violation. */
export const test = base.extend<Options & Fixtures>({
  role: [1, { option: true }],
  allow: [[], { option: true }],
  baseURL: async ({}, use) => use(process.env['SHOP_URL']),
  contextOptions: { reducedMotion: 'reduce' },
  account: async ({ role }, use) => use(role === null ? null : await accountOf(role)),
  storageState: async ({ account, baseURL }, use) => {
    const localStorage = account ? [{ name: 'account', value: JSON.stringify(account) }] : []
    await use({ cookies: [], origins: [{ origin: baseURL!, localStorage }] })
  },
  trouble: [
    async ({ page, allow }, use) => {
      const trouble: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') trouble.push(message.text())
      })
      page.on('pageerror', (error) => trouble.push(String(error)))
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (e) =>
          console.error('CSP', e.violatedDirective, e.blockedURI, e.sourceFile, e.lineNumber, e.sample),
        ),
      )
      await use(trouble)
      expect(trouble.filter((line) => !allow.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Creates one user of that role for each worker. */
async function accountOf(role: RoleID): Promise<Account> {
  const made = accounts.get(role) ?? (await newAccount(role))
  accounts.set(role, made)
  return made
}

/** Asserts that the current page has no violation of WCAG 2.1 AA, with light and dark colours. */
export async function axe(page: Page) {
  const html = page.locator('html')
  const before = (await html.getAttribute('data-theme')) ?? 'light'
  const after = before === 'light' ? 'dark' : 'light'
  const found = await violations(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
  })
  await wear(page, after)
  const others = await violations(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await wear(page, before)
  const told = [...found, ...others].flatMap((v) =>
    v.nodes.map((n) => `${v.id}: ${n.html} ${n.failureSummary}`.slice(0, 600)),
  )
  expect(told).toEqual([])
}

// These rules are left out: floating dialogs, menus and lists are outside every landmark, and a dialog's header is not
// the header of the page.
const left = ['region', 'landmark-no-duplicate-banner', 'landmark-unique']

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page, options: RunOptions): Promise<Result[]> {
  // Load axe only once in each document, because loading it takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async (options) => (await (Reflect.get(window, 'axe') as typeof axeCore).run(document, options)).violations,
    options,
  )
}

const wear = (page: Page, theme: string) =>
  page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['mantineColorScheme'] = theme
  }, theme)

export { api, expect, newAccount, password, unique }
