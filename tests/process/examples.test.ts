import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { admin, newOpenedShop } from './shop.ts'

/** A command of the page with its expected last response, if the page shows one. */
type Example = { command: string; answer?: { language: string; status: string; text: string } }

const blocks = /^```(\w+)(?: (\d{3}))?\n([\s\S]*?)^```$/gm

function examplesOf(page: string): Example[] {
  const examples: Example[] = []
  for (const [, language = '', status = '', text = ''] of page.matchAll(blocks))
    if (language === 'sh') examples.push({ command: text })
    else examples.at(-1)!.answer = { language, status, text }
  return examples
}

/** Runs the commands in one shell, one after the other. Returns the output of each and the status of its last call. */
async function run(examples: Example[], env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-examples-'))
  try {
    const script = [
      'curl() { command curl -w "%{stderr}%{http_code}\\n" "$@"; }',
      ...examples.map(({ command }, n) => `{\n${command}} > ${folder}/${n}.out 2> ${folder}/${n}.err`),
    ]
    await writeFile(`${folder}/script`, script.join('\n'))
    const PATH = process.env['PATH'] ?? ''
    await new Promise<void>((done, failed) => {
      execFile('bash', ['-eu', `${folder}/script`], { env: { PATH, ...env } }, (error) =>
        error ? failed(error) : done(),
      )
    })
    return await Promise.all(
      examples.map(async (_, n) => {
        const told = (await readFile(`${folder}/${n}.err`, 'utf8')).trim().split('\n')
        return { out: await readFile(`${folder}/${n}.out`, 'utf8'), status: told.at(-1)! }
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a pattern of a text in which `…` stands for any text. */
const asPattern = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.*')}$`,
    's',
  )

/**
 * Returns the differences between the shown and the actual response. `…` matches anything; as a key of an object it
 * allows further keys.
 */
function differences(shown: unknown, got: unknown, at = ''): string[] {
  if (shown === '…') return []
  if (typeof shown === 'string' && typeof got === 'string') return asPattern(shown).test(got) ? [] : [`${at}: ${got}`]
  if (typeof shown !== 'object' || typeof got !== 'object' || !shown || !got)
    return shown === got ? [] : [`${at}: ${JSON.stringify(got)}`]
  if (Array.isArray(shown) !== Array.isArray(got)) return [`${at}: ${JSON.stringify(got)}`]
  const [there, here] = [shown, got] as [Record<string, unknown>, Record<string, unknown>]
  const missing = Object.keys(there).filter((key) => key !== '…' && !(key in here))
  const more = '…' in there ? [] : Object.keys(here).filter((key) => !(key in there))
  const inside = Object.keys(there).flatMap((key) =>
    key in here ? differences(there[key], here[key], `${at}/${key}`) : [],
  )
  return [...missing.map((key) => `${at}/${key} is missing`), ...more.map((key) => `${at}/${key} is new`), ...inside]
}

/** Returns the last response from the output of several calls. */
const lastAnswer = (out: string) => JSON.parse(out.slice(out.lastIndexOf('}{') + 1)) as unknown

/** Returns the differences between an example's response and the page. */
function wrongIn({ answer }: Example, { out, status }: { out: string; status: string }): string[] {
  if (!answer) return []
  const text = out.replaceAll(/\ufeff|\r/g, '')
  const shown: unknown = answer.language === 'json' ? JSON.parse(answer.text) : answer.text
  const got = answer.language === 'json' ? lastAnswer(text) : text
  return [...differences(answer.status, status, 'status'), ...differences(shown, got)]
}

test('the comparison ignores exactly the parts that the page omits', () => {
  expect(differences({ a: 1, b: 'x-…', '…': '…' }, { a: 1, b: 'x-7', c: null })).toEqual([])
  expect(differences({ a: 2, '…': '…' }, { a: 1, b: 'x-7' })).toEqual(['/a: 1'])
  expect(differences({ a: 1 }, { a: 1, b: 'x-7' })).toEqual(['/b is new'])
  expect(differences({ a: [{ b: 'x-…' }] }, { a: [{ b: 'y-7' }] })).toEqual(['/a/0/b: y-7'])
  expect(differences([], [{ a: 1 }])).toEqual(['/0 is new'])
  expect(differences({ a: null, b: 1 }, { a: {} })).toEqual(['/b is missing', '/a: {}'])
  expect(differences('a.b…', 'aXb')).toEqual([': aXb'])
  const shown: Example = { command: '', answer: { language: 'csv', status: '200', text: 'A,B\n…\n' } }
  expect(wrongIn(shown, { out: '\ufeffA,B\r\n1\r\n', status: '200' })).toEqual([])
  expect(wrongIn(shown, { out: 'B\n1\n', status: '404' })).toEqual(['status: 404', ': B\n1\n'])
})

test('the API responds as its page of examples shows', { timeout: 60_000 }, async () => {
  const examples = examplesOf(await readFile('docs/api-by-example.md', 'utf8'))
  expect(examples.filter(({ answer }) => answer).length).toBeGreaterThan(12)
  const { start } = await newOpenedShop()
  const { url } = await start()
  const answers = await run(examples, { SHOP: url, ADMIN_PASSWORD: admin.ADMIN_PASSWORD })
  for (const [n, example] of examples.entries()) expect(wrongIn(example, answers[n]!), example.command).toEqual([])
})
