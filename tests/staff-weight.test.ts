import { expect, test } from 'vitest'

import { builtChunks } from './built.ts'

// What the back-office loads before something can be done. What is opened later (a form, a tooltip) comes when it is.
const { chunks, textOf, reach, kilobytes } = builtChunks('staff')
const entry = 'staff/index.html'
const signIn = 'staff/account/SignIn.tsx'
const firstScreen = ['staff/SignedIn.tsx', 'staff/insight/DashboardPage.tsx']

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
