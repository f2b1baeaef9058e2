import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import type { Account } from '../../contract/people/account.ts'
import { runningCluster } from '../../server/db/embedded.ts'
import { dataFolder, environment, removeFolder, type Server, startServer } from '../support/server.ts'
import { axe, expect, test } from './fixtures.ts'
import { form, okay } from './steps.ts'

// An administrator sees the operator's work in a shop of its own: backups, proofs, growth, failures and people.
test.use({ role: null })
test.describe.configure({ timeout: 120_000 })

const admin = { email: 'admin@shop.example', password: 'a password of the tests' }
let folder: string
let files: string
let server: Server
test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await dataFolder()
  files = await dataFolder()
  server = await startServer({ DATA_DIR: folder, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
})
test.afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await removeFolder(folder)
  await removeFolder(files)
})

/** Runs one of the operator's programs on this shop. A failure is recorded too. */
const operate = (script: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, [`scripts/${script}`, ...given], { env: { ...environment, DATA_DIR: folder } })

test('an administrator sees the last backup, the proof, the growth, failures and people', async ({ page }) => {
  const answer = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const account = (await answer.json()) as Account
  await page.goto(`${server.url}/login`)
  await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))

  await page.goto(`${server.url}/settings`)
  const reminder = form(page, 'Backup reminder')
  await reminder.getByRole('switch', { name: 'Remind of backups' }).uncheck()
  await reminder.getByRole('button', { name: 'Save reminder' }).click()
  await okay(page, 'Reminder Off!')
  await page.getByRole('link', { name: 'See the last backup' }).click()
  await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'System' })).toHaveAttribute('aria-current', 'page')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Backups')).toContainText('No backup is on record')
  await expect(section('Books')).toContainText('No proof is on record')
  await expect(section('Failures')).toContainText('Nothing failed.')
  await axe(page)

  const file = join(files, 'shop-2026-11-24.tar.gz')
  await operate('backup.ts', file)
  await operate('backup.ts', file).catch(() => {}) // The file exists already.
  await operate('verify-books.ts')
  const client = new pg.Client((await runningCluster(`${folder}/db`))!('shop'))
  await client.connect()
  await client.query(`insert into database_size (day, bytes)
    select current_date - n, 12000000 - n * 40000 from generate_series(2, 60) as n`)
  await client.end()

  await page.reload()
  await expect(section('Backups')).toContainText('Up to date')
  await expect(section('Backups')).toContainText(file)
  await expect(section('Backups')).toContainText(/\d+ rows of \d+ tables, 0 pictures/)
  await expect(section('Books')).toContainText('Right')
  await expect(section('Failures').getByRole('listitem')).toHaveCount(1)
  await expect(section('Failures')).toContainText(`${file} already exists`)
  await expect(section('Database').getByRole('img')).toHaveCount(59)
  await expect(section('Database')).toContainText('more than on')
  await expect(section('Signed in').getByRole('listitem')).toContainText(['Admin, 1 session'])
  const changes = section('Version').locator('details').first()
  await changes.locator('summary').click()
  await expect(changes.getByRole('listitem').first()).toBeVisible()
  await axe(page)
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await axe(page)
})
