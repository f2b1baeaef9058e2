// Proves that docs/reference/pages.md lists every paper, and that each has the small print about tax and the reasons that
// the list claims. Proves that no source and no page for users claims the approval of an authority.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { isTest, sourceFiles } from '../../scripts/modules.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rows of the list, with the cells of each. */
const listed = read('docs/reference/pages.md')
  .split('## Papers')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, paper, file, notes, reasons]) => ({ paper, file: file!.replaceAll('`', ''), notes, reasons }))

/** How a file draws a paper: as a PDF, or as a page that the browser prints. */
const drawsPaper = /(await|return) create(?:Sheet|Document)\(|<Paper size/
/** The base of all PDFs, and what stays inside the shop: labels, the reports of drawers, and what is due. */
const notPapers = [
  'server/pdf/sheet.ts',
  'server/catalogue/labels/labels.ts',
  'server/catalogue/labels/label-pdf.ts',
  'web/staff/sales/drawers/closing/DuePaper.tsx',
  'web/staff/sales/drawers/report/DrawerReportPaper.tsx',
]

test('every paper is in the list', () => {
  const drawn = sourceFiles.filter((path) => !isTest(path) && drawsPaper.test(read(path)) && !notPapers.includes(path))
  expect(drawn.length).toBeGreaterThan(5)
  expect(drawn.toSorted()).toEqual(listed.map(({ file }) => file).toSorted())
})

test.each(listed)('$paper has the small print and the reasons of the list', ({ file, notes, reasons }) => {
  const source = read(file)
  expect({
    notes: /listTaxNotes|listRegistrationNotes|<TaxNotes/.test(source),
    reasons: /listSaleFigures|refund\.reason|details/.test(source),
  }).toEqual({ notes: notes !== 'no', reasons: reasons !== 'no' })
})

/** Words by which a program claims that an authority approved it or its papers. */
const claim =
  /\baccredit|\bfiscal(ly|i[sz]ed)?\b|\bcertified\b|\b(BIR|NTA|tax)[ -](approved|accepted|compliant)|approved by (the )?(BIR|NTA|tax|government|authorit)/i

test('nothing claims that an authority approved the program or its papers', () => {
  for (const planted of [
    'A BIR-approved receipt',
    'approved by the tax authority',
    'Accredited POS',
    'a fiscal receipt',
  ])
    expect(planted).toMatch(claim)
  const texts = ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/importing.md', 'docs/operations.md']
  const found = [...sourceFiles.filter((path) => !isTest(path)), ...texts].filter((path) => claim.test(read(path)))
  expect(found).toEqual([])
})
