import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { screens, staffPaths } from '../../contract/shared/screens.ts'
import { builtChunks } from '../support/built.ts'
import { testApp } from '../support/fixtures.ts'

// These budgets cover the initial load of the back-office. Lazy parts (a form, a tooltip) load on demand.
const { chunks, textOf, reach, kilobytes } = builtChunks('staff')
const entry = 'staff/index.html'
const signIn = 'staff/account/SignIn.tsx'
const firstScreen = ['staff/frame/SignedIn.tsx', 'staff/insight/dashboard/DashboardPage.tsx']

const most = (limit: number) => expect.toSatisfy((count: number) => count <= limit, `at most ${limit}`)
const loaded = (names: string[]) => new Set([entry, ...names].flatMap((name) => [...reach(name, false)]))

test('each screen is a separate chunk', () => {
  for (const name of [signIn, ...firstScreen]) expect(Object.keys(chunks)).toContain(name)
  expect([...reach(entry, false)].filter((name) => name.startsWith('staff/'))).toEqual([entry])
})

test('the JavaScript of the sign-in is small', () => {
  expect(kilobytes(loaded([signIn]))).toBeLessThanOrEqual(180)
})

test('the JavaScript of the first screen after the sign-in is small', () => {
  expect(kilobytes(loaded([signIn, ...firstScreen]))).toBeLessThanOrEqual(260)
})

test('the sign-in loads no form library and no floating elements', () => {
  const code = [...loaded([signIn])].map(textOf).join('\n')
  expect(code).not.toMatch(/_subscribe.+_setDisabledField|floating-ui/)
})

test('a screen loads few files', () => {
  const pages = Object.keys(chunks).filter((name) => /^staff\/.+Page\.tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(30)
  for (const page of pages)
    expect([page, [...loaded(['staff/frame/SignedIn.tsx', page])].length]).toEqual([page, most(16)])
})

test('the shared code of the screens is compiled eagerly', () => {
  const told = Object.keys(chunks).filter((name) => textOf(name).startsWith('//# allFunctionsCalledOnLoad\n'))
  expect(new Set(told.map((name) => chunks[name]!.name))).toEqual(
    new Set(['forms', 'frame', 'shared', 'sign-in', 'start', 'tills']),
  )
})

test('the styles of exactly the used Mantine components are imported, in Mantine’s order', () => {
  const folder = 'node_modules/@mantine/core'
  const classesIn = (text: string): string[] => text.match(/\bm_[0-9a-f]{5,8}\b/g) ?? []
  const scripts = Object.keys(chunks).filter((name) => chunks[name]!.file.endsWith('.js'))
  const used = new Set(classesIn(scripts.map(textOf).join('\n')))
  expect(used.size).toBeGreaterThan(50)
  const order = classesIn(readFileSync(join(folder, 'styles.layer.css'), 'utf8'))
  const wanted = readdirSync(join(folder, 'styles'))
    .filter((file) => file.endsWith('.layer.css'))
    .map((file) => ({ file, classes: classesIn(readFileSync(join(folder, 'styles', file), 'utf8')) }))
    .filter(({ classes }) => classes.some((name) => used.has(name)))
    .toSorted((a, b) => order.indexOf(a.classes[0]!) - order.indexOf(b.classes[0]!))
  const always = ['baseline', 'default-css-variables', 'global'].map((name) => `${name}.layer.css`)
  const imported = [...readFileSync('web/ui/mantine.css', 'utf8').matchAll(/styles\/([^']+\.css)'/g)].map(
    ([, file]) => file,
  )
  expect(imported).toEqual([...always, ...wanted.map(({ file }) => file)])
})

test('a screen prefetches the data of its frame before its scripts run, and the sign-in does not', async () => {
  const { app } = await testApp({ withPages: true })
  const around = ['sign-in', 'frame', 'SignedIn'].map((part) => {
    const [chunk, ...more] = Object.values(chunks).filter(({ name }) => name === part)
    expect(more).toEqual([])
    return `<link rel="modulepreload" crossorigin href="/${chunk!.file}">`
  })
  for (const url of staffPaths) {
    const { body } = await app.inject({ url })
    const strangers = url === screens.login || url === screens.register
    expect([url, around.filter((link) => body.includes(link))]).toEqual([url, strangers ? [] : around])
  }
})
