import { Worker } from 'node:worker_threads'

import pLimit from 'p-limit'

import { AppError } from '../../kernel/errors.ts'

/** A worksheet as texts. `name` is the sheet's name. */
export type Sheet = { name: string; rows: string[][] }

/** The message of `workbook.worker.ts`: the sheet, or null when no sheet has a cell. */
export type WorkerAnswer = { sheet: Sheet | null } | { problem: string }

/** Maximum size of a workbook's parts together, unpacked, in bytes. */
const unpackedAtMost = 256 * 2 ** 20
/** Maximum memory of the thread that reads, in megabytes, and its maximum time in milliseconds. */
const memoryAtMost = 1024
const timeAtMost = 60_000

/** Workbooks are read one after the other, so that several together do not need the memory of several. */
const oneAtATime = pLimit(1)

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, n) => bytes[n] === byte)
/** Whether the bytes are a zip archive, which an Excel workbook (.xlsx) is. */
export const isWorkbook = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4)
/** Whether the bytes are a compound file: an old workbook (.xls), or one that asks for a password. */
export const isOldWorkbook = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

const refuse = (message: string) => new AppError('import.unreadable', message, { field: 'file' })

/**
 * Reads the first worksheet with cells. A cell is the value that its formula had when the file was saved, a day is
 * written as 2026-11-24. Of merged cells only the first has the value, except that each row has a text that is merged over
 * several rows. Throws 415 for a workbook that is damaged,
 * too large, or takes too long.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  await assertSmall(bytes)
  const answer = await oneAtATime(() => readInThread(bytes))
  if ('problem' in answer) throw refuse(answer.problem)
  return answer.sheet ?? { name: '', rows: [] }
}

/** Throws 415 when the archive's directory is damaged, or its parts are too large together. */
async function assertSmall(bytes: Uint8Array) {
  const { Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js/index-native.js')
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries().catch(() => null)
  if (!entries?.some(({ filename }) => filename === 'xl/workbook.xml'))
    throw refuse('This is no Excel workbook, or a damaged one. Save it again as .xlsx or CSV, and choose that')
  if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > unpackedAtMost)
    throw refuse(`Unpacked, this workbook has more than ${unpackedAtMost / 2 ** 20} MB. Please divide it`)
}

/** Reads in a thread of its own, because a large workbook takes seconds, and a forged one never ends. */
function readInThread(bytes: Uint8Array): Promise<WorkerAnswer> {
  const worker = new Worker(new URL('workbook.worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: memoryAtMost },
  })
  const tooMuch = { problem: 'This workbook needs too much time or memory. Save it as CSV, and choose that' }
  return new Promise<WorkerAnswer>((resolve) => {
    const timer = setTimeout(() => resolve(tooMuch), timeAtMost)
    worker.once('message', resolve)
    // The thread ends with an error when its memory is used up. It reports everything else as an answer.
    worker.once('error', () => resolve(tooMuch))
    worker.once('exit', () => clearTimeout(timer))
  }).finally(() => worker.terminate())
}
