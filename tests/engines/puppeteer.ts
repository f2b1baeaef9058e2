import { type Browser, type ElementHandle, launch, type LaunchOptions } from 'puppeteer-core'

import { findBrowser } from '../../scripts/browser.ts'
import { findFirefox } from '../../scripts/engines.ts'
import type { Engine, OpenEngine } from './engine.ts'
import { removeLateFeatures } from './late.ts'
import { locate, located, type Place } from './locate.ts'

/** Opens Chromium by its own protocol, without features that are newer than the oldest supported browsers. */
export const openChromium: OpenEngine = async () => {
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chromium: node scripts/ready.mjs --engines')
  const browser = await launch({ executablePath, args, headless: 'shell' })
  return engineOf(browser, async (page) => {
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    await page.evaluateOnNewDocument(removeLateFeatures)
  })
}

/** Opens the unmodified Firefox by WebDriver BiDi. */
export const openFirefox: OpenEngine = async () => {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox: node scripts/ready.mjs --engines')
  const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en' }
  const options: LaunchOptions = { browser: 'firefox', executablePath, extraPrefsFirefox }
  return engineOf(await launch(options))
}

type Page = Awaited<ReturnType<Browser['newPage']>>

async function engineOf(browser: Browser, prepare?: (page: Page) => Promise<void>): Promise<Engine> {
  const page = await browser.newPage()
  await prepare?.(page)
  let trouble: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(`${message.text()} ${message.location()?.url ?? ''}`)
  })
  page.on('pageerror', (error) => trouble.push(String(error)))
  // Firefox does not report violations of the Content-Security-Policy in the protocol's log.
  await page.evaluateOnNewDocument(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error('Content-Security-Policy:', event.violatedDirective, event.blockedURI),
    ),
  )

  async function element(place: Place) {
    const found = await page.evaluateHandle(locate, located(place))
    const handle = found.asElement() as ElementHandle<HTMLElement> | null
    if (!handle) throw new Error(`Not there: ${JSON.stringify(place)}`)
    return handle
  }
  return {
    open: async (address) => {
      await page.goto(address)
    },
    evaluate: (expression) => page.evaluate(expression),
    click: async (place) => {
      const handle = await element(place)
      await handle.scrollIntoView()
      // Refuse to click through a covering element, as a person could not. The other drivers check this themselves.
      const isCovered = await handle.evaluate((it) => {
        const { x, y, width, height } = it.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return !(top && (it.contains(top) || top.contains(it) || top.closest('label')?.contains(it)))
      })
      if (isCovered) throw new Error(`Covered: ${JSON.stringify(place)}`)
      await handle.click()
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    chooseFiles: async (place, paths) => {
      const handle = await (await element(place)).toElement('input')
      await handle.uploadFile(...paths)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: () => page.screenshot(),
    takeTrouble: () => {
      const taken = trouble
      trouble = []
      return taken
    },
    close: () => browser.close(),
  }
}
