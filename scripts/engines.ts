import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { fail, findPrograms, installFromDebian, requireBrowser } from './browser.ts'

/** Returns the path of Firefox for `npm run test:engines`, or null where there is none. */
export const findFirefox = (): string | null =>
  process.env['FIREFOX_PATH'] ?? findPrograms(['firefox-esr', 'firefox'])[0] ?? null

/** Returns the WebKitGTK programs (Safari's engine): browser, driver and virtual screen; null where one is missing. */
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
