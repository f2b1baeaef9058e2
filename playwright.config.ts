import { defineConfig } from '@playwright/test'

import { findBrowser } from './scripts/browser.ts'

const executablePath = findBrowser()
// Every worker reads this file again: it need not search again.
if (executablePath) process.env['CHROMIUM_PATH'] = executablePath

// The journeys of selling, of the first day and of the public site. `npm test` runs these, and
// `npm run test:rest` the others.
const daily = ['sales', 'shop', 'site', 'first-day']
const dailyFiles = daily.map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  projects: [
    { name: 'daily', testMatch: dailyFiles },
    { name: 'rest', testIgnore: dailyFiles },
  ],
  testDir: 'tests/e2e',
  outputDir: 'node_modules/.cache/playwright',
  globalSetup: './tests/e2e/server.ts',
  forbidOnly: true,
  workers: 2,
  // A journey that needs a second try is a defect. CI tries once more and keeps the trace, so that its cause can be found.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  // How long a sight is waited for: a slow machine is not a wrong answer.
  expect: { timeout: 15_000 },
  // The longest journeys take a minute where CI is slow.
  timeout: 120_000,
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Chromium's sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    trace: process.env['CI'] ? 'on-first-retry' : 'off',
  },
})
