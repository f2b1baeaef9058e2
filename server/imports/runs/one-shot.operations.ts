import {
  type ImportColumn,
  type ImportKind,
  listImportColumns,
  normalizeColumnName,
} from '../../../contract/imports/import-columns.ts'
import { type Correction, type ImportCheck, wrongRowsListed } from '../../../contract/imports/imports.ts'
import { createRowMapper, listSurplus } from '../../../contract/imports/mapping-rules.ts'
import { type Mapping, noMapping } from '../../../contract/imports/mapping.ts'
import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import { type Context, seesCosts, type SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { createChecker } from '../checking/check.ts'
import type { MappedRow } from '../checking/read-row.ts'
import { keepable, type OpenFile, openFile } from '../files/file.ts'
import { type Kinds, rowsAtOnce } from '../kinds/kind.ts'
import type { ProgressReporter } from './progress.ts'
import { lockKind, prepareTransaction, runImport } from './run.operations.ts'

// Programs check and import a file in one call each. Such a file has the names of our columns: nobody looks at a
// proposal there.

type Form = {
  kind: ImportKind
  corrections?: Correction[] | undefined
  createMissing?: boolean | undefined
  publish?: boolean | undefined
}

const refuse = (message: string) => new AppError('import.file_invalid', message, { field: 'file' })

/** Checks a file and changes nothing. */
export async function checkFile(
  context: Context<SignedIn>,
  kinds: Kinds,
  form: Form,
  files: UploadedFile[],
  reporter: ProgressReporter,
): Promise<ImportCheck> {
  await prepareTransaction(context)
  const { checker, batches, file, ignored } = await openForm(context, kinds, form, files, false)
  const wrongRows: ImportCheck['wrongRows'] = []
  let [rows, wrong] = [0, 0]
  const reportProgress = reporter('checking', countRows(file))
  for await (const batch of batches) {
    for (const { row, cells, problems } of await checker.check(batch)) {
      if (problems.length === 0) continue
      wrong++
      if (wrongRows.length < wrongRowsListed) wrongRows.push({ row, cells, problems })
    }
    rows += batch.length
    reportProgress(rows)
  }
  const { encoding, separator, sheet } = file
  return { rows, wrong, wrongRows, encoding, separator, sheet, ignored, missing: checker.missing() }
}

/** Imports a file, all its rows or none. */
export async function importFile(
  context: Context<SignedIn>,
  kinds: Kinds,
  form: Form,
  files: UploadedFile[],
  reporter: ProgressReporter,
) {
  await prepareTransaction(context)
  await lockKind(context, form.kind)
  const { checker, batches, file } = await openForm(context, kinds, form, files, true)
  return runImport(context, {
    kind: form.kind,
    rules: kinds[form.kind],
    fileName: uploadNameOf(files[0]!),
    checker,
    batches: countBatches(batches),
    total: countRows(file),
    leaveOutWrong: false,
    keepExisting: true,
    publish: form.publish ?? false,
    reporter,
  })
}

async function* countBatches(batches: AsyncIterable<MappedRow[]>) {
  let done = 0
  for await (const rows of batches) yield { rows, done: (done += rows.length) }
}

export const uploadNameOf = ({ name }: UploadedFile) => keepable(name.slice(0, 200)) || 'import.csv'

async function openForm(
  context: Context<SignedIn>,
  kinds: Kinds,
  { kind, corrections = [], createMissing: makesAll }: Form,
  [upload]: UploadedFile[],
  isImport: boolean,
) {
  if (!upload) throw new AppError('import.file_required', 'Choose a file', { field: 'file' })
  const columns = listImportColumns(kind, seesCosts(context.actor))
  const file = await openFile(upload.bytes)
  const { mapping, ignored } = mapStrictly(file.header, columns)
  const checker = createChecker(context, {
    kind: kinds[kind],
    columns,
    separator: file.separator,
    fixes: [],
    mapping,
    makesAll,
    isImport,
  })
  return { checker, batches: readBatches(file, mapping, columns, corrections), file, ignored }
}

function countRows(file: OpenFile) {
  let count = 0
  for (const _ of file.rows()) count++
  return count
}

/** Reads the rows of a file in our columns, with the corrections of the form. */
async function* readBatches(
  file: OpenFile,
  mapping: Mapping,
  columns: readonly ImportColumn[],
  corrections: readonly Correction[],
): AsyncGenerator<MappedRow[]> {
  const corrected = new Map(corrections.map((one) => [one.row, one]))
  const map = createRowMapper(mapping, file.header)
  let batch: MappedRow[] = []
  for (const { row, cells } of file.rows()) {
    const { out = false, cells: changed = {} } = corrected.get(row) ?? {}
    const mapped = map(cells, row - 1)
    if (!mapped || out) continue
    for (const { key } of columns) if (Object.hasOwn(changed, key)) mapped[key] = keepable(changed[key]!).trim()
    batch.push({ row, cells: mapped, surplus: listSurplus(cells, file.header) })
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Maps the columns that have our own names. Throws 422 where two have the same, or a required one is missing. */
function mapStrictly(header: readonly string[], columns: readonly ImportColumn[]) {
  const known = new Map(
    columns.flatMap(({ key, label }) => [
      [normalizeColumnName(key), key] as const,
      [normalizeColumnName(label), key] as const,
    ]),
  )
  const positions = new Map<string, number>()
  const ignored: string[] = []
  for (const [position, heading] of header.entries()) {
    const key = known.get(normalizeColumnName(heading))
    if (key !== undefined && positions.has(key)) throw refuse(`Two columns are called ${heading}. Please take one away`)
    if (key !== undefined) positions.set(key, position)
    else if (heading !== '') ignored.push(heading.slice(0, 100))
  }
  const missing = columns.filter(({ key, required }) => required && !positions.has(key)).map(({ label }) => label)
  if (missing.length > 0)
    throw refuse(
      `This file has no column ${joinWords(missing)}. Its first row must hold the names of the columns, as the template does`,
    )
  // A column that the file lacks is an empty cell in each row.
  const mapping: Mapping = {
    ...noMapping,
    columns: columns.map(({ key }) => {
      const column = positions.get(key)
      return {
        key,
        source: column === undefined ? { from: 'constant', value: '' } : { from: 'column', column, reads: 'text' },
      }
    }),
  }
  return { mapping, ignored }
}

/** Joins words as 'A', 'A and B' or 'A, B and C'. */
const joinWords = (words: string[]) =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
