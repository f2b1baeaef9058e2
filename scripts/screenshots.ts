// Creates the README's pictures from the demo shop: `npm run screenshots -- ADDRESS PASSWORD`. ADDRESS is a shop that
// `npm start` or `npm run dev` opened, PASSWORD its administrator's.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'

import { screens } from '../contract/shared/screens.ts'
import { findBrowser } from './browser.ts'

const folder = join(import.meta.dirname, '../docs/pictures')
const viewport = { width: 1440, height: 900 }

/** The page of each picture, and the steps before it is taken. */
const pictures: Record<string, { path: string; signedIn: boolean; prepare?: (page: Page) => Promise<void> }> = {
  home: { path: '/', signedIn: false },
  dashboard: { path: screens.dashboard, signedIn: true },
  sale: { path: `${screens.sales}?create=1`, signedIn: true, prepare: ringUp },
}

/** Enters a sale at the till before the payment, without saving it. */
async function ringUp(page: Page) {
  const scan = page.getByLabel('Scan a barcode')
  for (const code of ['PD-003', 'ER-002', 'WB-003']) {
    await scan.fill(code)
    await scan.press('Enter')
    await page.getByText(code).first().waitFor()
  }
  await page.getByRole('button', { name: 'Exact cash' }).click()
}

async function open(browser: Browser, account: string | null) {
  const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en' })
  await context.addInitScript((kept) => {
    localStorage.setItem('darkMode', 'false')
    if (kept) localStorage.setItem('account', kept)
  }, account)
  return context.newPage()
}

async function signIn(address: string, password: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: process.env['ADMIN_EMAIL'] ?? 'admin@shop.example', password }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`Signing in: ${answer}`)
  return answer
}

async function main(address: string, password: string) {
  const account = await signIn(address, password)
  const executablePath = findBrowser()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  await mkdir(folder, { recursive: true })
  for (const [name, { path, signedIn, prepare }] of Object.entries(pictures)) {
    const page = await open(browser, signedIn ? account : null)
    // The stream of events never ends, so that the network would never be idle.
    await page.route('**/api/v1/events?*', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
    await page.goto(address + path, { waitUntil: 'networkidle' })
    await prepare?.(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate('document.fonts.ready')
    const picture = await sharp(await page.screenshot())
      .webp({ quality: 88, effort: 6 })
      .toBuffer()
    await writeFile(join(folder, `${name}.webp`), picture)
    console.log(`docs/pictures/${name}.webp: ${Math.round(picture.length / 1024)} KB`)
    await page.context().close()
  }
  await browser.close()
}

const [address, password] = process.argv.slice(2)
if (address && password) await main(address.replace(/\/$/, ''), password)
else {
  console.error('Usage: npm run screenshots -- ADDRESS PASSWORD')
  process.exitCode = 1
}
