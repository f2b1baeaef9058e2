// Proves that one field takes dates (web/ui/DateBox.tsx) and one file formats them (contract/shared/dates.ts), so that a
// date is typed and read the same way on every screen.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { isTest, sourceFiles } from '../../scripts/modules.ts'

const field = 'web/ui/DateBox.tsx'
/** The files with a browser's own input of a date, and why. */
const ownInputs: Record<string, string> = {
  'web/site/order/ProofForm.tsx': 'The page of an order works without scripts',
}
const formatter = 'contract/shared/dates.ts'
/** The files that format a part of a moment that is no date, and why. */
const otherFormats: Record<string, string> = {
  'contract/company/settings-changes.ts': 'Checks the name of a time zone',
  'web/staff/settings/ShopSettings.tsx': 'Shows the offset of a time zone',
}

type Texts = readonly (readonly [file: string, text: string])[]

/** A browser's own input of a date or a month, in a component or in a selector. */
const ownInput = /type[=:] ?\{?["'](date|datetime-local|month|week)["']|::-webkit-(calendar|datetime)/
const ownFormat = /Intl\.DateTimeFormat|\.toLocale(Date|Time)String\(/

const filesWith = (texts: Texts, pattern: RegExp) =>
  texts.filter(([, text]) => pattern.test(text)).map(([file]) => file)

const read = (file: string) => [file, readFileSync(file, 'utf8')] as const
const sources = sourceFiles.filter((file) => !isTest(file)).map(read)
const styles = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => read(join('web', name)))

test('one field takes dates', () => {
  expect(styles.length).toBeGreaterThan(50)
  expect(filesWith([...sources.filter(([file]) => file.startsWith('web/')), ...styles], ownInput).toSorted()).toEqual(
    [field, ...Object.keys(ownInputs)].toSorted(),
  )

  const planted = [
    'const a = <input type="date" />',
    "const a = <TextInput type={'month'} />",
    "const props = { type: 'datetime-local' }",
    ".period input[type='date'] { width: 1px }",
    'input::-webkit-calendar-picker-indicator { display: none }',
  ]
  expect(
    filesWith(
      planted.map((text, n) => [`planted-${n}`, text]),
      ownInput,
    ),
  ).toHaveLength(planted.length)
  const fine = ['const a = <DateBox value={date} />', 'const a = <input type="time" />', "type Kind = 'date' | 'money'"]
  expect(
    filesWith(
      fine.map((text, n) => [`fine-${n}`, text]),
      ownInput,
    ),
  ).toEqual([])
})

test('one file formats dates', () => {
  const found = filesWith(sources, ownFormat)
  expect(found.toSorted()).toEqual([formatter, ...Object.keys(otherFormats)].toSorted())
  expect(filesWith([['planted', 'const day = date.toLocaleDateString()']], ownFormat)).toEqual(['planted'])
})
