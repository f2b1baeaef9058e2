import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from '@playwright/test'

// The first is the same browser without its windows: the tests take a quarter less time with it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const applications = {
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((folder) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((file) =>
      join(process.env[folder] ?? 'C:\\', file),
    ),
  ),
}

/** The path of the browser that the tests drive: CHROMIUM_PATH, else a system one, else Playwright's own; null for none. */
export function findBrowser(): string | null {
  const given = process.env['CHROMIUM_PATH']
  if (given) return given
  const { platform } = process
  const system =
    platform === 'darwin' || platform === 'win32'
      ? applications[platform].filter((path) => existsSync(path))
      : (process.env['PATH'] ?? '')
          .split(delimiter)
          .flatMap((folder) => names.map((name) => join(folder, name)))
          .filter((path) => existsSync(path) && answers(path))
  return system[0] ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
}

/** Some systems have a file of that name which only says how to install the browser. */
function answers(path: string) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

/** Installs a browser: Debian's package where we may, else Playwright's own. */
function install() {
  console.log('Installing a browser for the tests…')
  const root = process.getuid?.() === 0
  const debian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (root && debian && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const fetch = (name: string) => attempt('apt-get', ['install', '-y', '-qq', name], env)
    if (attempt('apt-get', ['update', '-qq'], env) && (fetch('chromium-headless-shell') || fetch('chromium'))) return
  }
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  attempt(process.execPath, [cli, 'install', ...(root && debian ? ['--with-deps'] : []), 'chromium'], process.env)
}

function attempt(file: string, args: string[], env: NodeJS.ProcessEnv) {
  try {
    execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    return true
  } catch {
    return false
  }
}

if (import.meta.main) {
  const given = process.env['CHROMIUM_PATH']
  if (given && !answers(given)) fail(`CHROMIUM_PATH: ${given} is not a browser that runs here`)
  if (!findBrowser()) {
    install()
    if (!findBrowser()) fail('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH')
  }
}

function fail(line: string): never {
  console.error(line)
  process.exit(1)
}
