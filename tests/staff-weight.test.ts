import { expect, test } from 'vitest'

import { screens, staffPaths } from '../contract/screens.ts'
import { builtChunks } from './built.ts'
import { testApp } from './fixtures.ts'

// What the back-office loads before something can be done. What is opened later (a form, a tooltip) comes when it is.
const { chunks, textOf, reach, kilobytes } = builtChunks('staff')
const entry = 'staff/index.html'
const signIn = 'staff/account/SignIn.tsx'
const firstScreen = ['staff/SignedIn.tsx', 'staff/insight/DashboardPage.tsx']

const most = (limit: number) => expect.toSatisfy((count: number) => count <= limit, `at most ${limit}`)
const loaded = (names: string[]) => new Set([entry, ...names].flatMap((name) => [...reach(name, false)]))

test('the screens are chunks of their own', () => {
  for (const name of [signIn, ...firstScreen]) expect(Object.keys(chunks)).toContain(name)
  expect([...reach(entry, false)].filter((name) => name.startsWith('staff/'))).toEqual([entry])
})

test('the JavaScript of the sign-in is small', () => {
  expect(kilobytes(loaded([signIn]))).toBeLessThanOrEqual(180)
})

test('so is that of the first screen, with what the sign-in before it has loaded', () => {
  expect(kilobytes(loaded([signIn, ...firstScreen]))).toBeLessThanOrEqual(260)
})

test('the sign-in brings no form library and nothing that floats', () => {
  const code = [...loaded([signIn])].map(textOf).join('\n')
  expect(code).not.toMatch(/_subscribe.+_setDisabledField|floating-ui/)
})

test('a screen comes in few files', () => {
  const pages = Object.keys(chunks).filter((name) => /^staff\/.+Page\.tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(30)
  for (const page of pages) expect([page, [...loaded(['staff/SignedIn.tsx', page])].length]).toEqual([page, most(16)])
})

test('what screens have in common is compiled before it is called', () => {
  const told = Object.keys(chunks).filter((name) => textOf(name).startsWith('//# allFunctionsCalledOnLoad\n'))
  expect(new Set(told.map((name) => chunks[name]!.name))).toEqual(
    new Set(['forms', 'frame', 'shared', 'sign-in', 'start']),
  )
})

test('a screen behind the sign-in asks for what is around it before its scripts run, the sign-in for nothing of it', async () => {
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
