import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { fail, findPrograms, installFromDebian, requireBrowser } from './browser.ts'

/** The path of Firefox, which `npm run test:engines` drives; null for none. */
export const findFirefox = (): string | null =>
  process.env['FIREFOX_PATH'] ?? findPrograms(['firefox-esr', 'firefox'])[0] ?? null

/** The programs of WebKit (Safari's engine) as WebKitGTK has them: a browser, its driver, and a screen for it; null for none. */
export function findWebKit() {
  const [driver] = findPrograms(['WebKitWebDriver'])
  const [screen] = findPrograms(['Xvfb'])
  const libraries = '/usr/lib'
  const browser = (existsSync(libraries) ? readdirSync(libraries) : [])
    .map((folder) => join(libraries, folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find((path) => existsSync(path))
  return driver && screen && browser ? { driver, screen, browser } : null
}

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

if (import.meta.main) {
  requireBrowser()
  const isReady = () => Boolean(findFirefox() && findWebKit())
  if (!isReady()) {
    console.log('Installing Firefox and WebKit for the tests…')
    installFromDebian(packages)
  }
  if (!isReady())
    fail(
      `The tests of the engines need Firefox, WebKitGTK with its driver, and Xvfb; as root on Debian: apt-get install ${packages.join(' ')}`,
    )
}
