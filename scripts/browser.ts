import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from '@playwright/test'

// `chromium-headless-shell` comes first: it is Chromium without windows, which makes the tests a quarter faster.
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

/**
 * Returns the path of the tests' browser: CHROMIUM_PATH, else a system browser, else Playwright's own; null where there
 * is none.
 */
export function findBrowser(): string | null {
  const given = process.env['CHROMIUM_PATH']
  if (given) return given
  const { platform } = process
  const system =
    platform === 'darwin' || platform === 'win32'
      ? applications[platform].filter((path) => existsSync(path))
      : findPrograms(names).filter(isRunnable)
  return system[0] ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
}

/** Returns the paths of the programs with these names on the PATH. */
export const findPrograms = (names: string[]) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((path) => existsSync(path))

/** Whether the program runs. Some systems have a placeholder that only explains how to install the browser. */
function isRunnable(path: string) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

const isRoot = process.getuid?.() === 0
const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Installs the first set of Debian packages that is available. Returns false where this is not Debian or not root. */
export function installFromDebian(...sets: string[][]): boolean {
  if (!isRoot || !isDebian || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!attempt('apt-get', ['update', '-qq'], env)) return false
  return sets.some((packages) => attempt('apt-get', ['install', '-y', '-qq', ...packages], env))
}

/** Installs a browser: Debian's package as root on Debian, else Playwright's own. */
function install() {
  console.log('Installing a browser for the tests…')
  if (installFromDebian(['chromium-headless-shell'], ['chromium'])) return
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  attempt(process.execPath, [cli, 'install', ...(isRoot && isDebian ? ['--with-deps'] : []), 'chromium'], process.env)
}

/** Finds or installs the tests' browser. Ends the process with a message where that fails. */
export function requireBrowser() {
  const given = process.env['CHROMIUM_PATH']
  if (given && !isRunnable(given)) fail(`CHROMIUM_PATH: ${given} is not a browser that runs here`)
  if (findBrowser()) return
  install()
  if (!findBrowser()) fail('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH')
}

function attempt(file: string, args: string[], env: NodeJS.ProcessEnv) {
  try {
    execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    return true
  } catch {
    return false
  }
}

export function fail(line: string): never {
  console.error(line)
  process.exit(1)
}

if (import.meta.main) requireBrowser()
