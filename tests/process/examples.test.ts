import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { admin, newShop } from './shop.ts'

/** A command of the page, and what is shown of its last answer: none where it answers nothing to look at. */
type Example = { command: string; answer?: { language: string; status: string; text: string } }

const blocks = /^```(\w+)(?: (\d{3}))?\n([\s\S]*?)^```$/gm

function examplesOf(page: string): Example[] {
  const examples: Example[] = []
  for (const [, language = '', status = '', text = ''] of page.matchAll(blocks))
    if (language === 'sh') examples.push({ command: text })
    else examples.at(-1)!.answer = { language, status, text }
  return examples
}

/** Runs the commands one after the other in one shell. Answers what each has printed, and the status of its last call. */
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

/** `…` in a text stands for any text. */
const asPattern = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.*')}$`,
    's',
  )

/** What is shown, as an expectation: `…` alone is anything, and as a key of an object says that it has more keys. */
function expected(shown: unknown): unknown {
  if (shown === '…') return expect.anything()
  if (typeof shown === 'string') return shown.includes('…') ? expect.stringMatching(asPattern(shown)) : shown
  if (Array.isArray(shown)) return shown.map(expected)
  if (typeof shown !== 'object' || shown === null) return shown
  const { '…': more, ...fields } = shown as Record<string, unknown>
  const all = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, expected(value)]))
  return more === undefined ? all : expect.objectContaining(all)
}

/** The last of what several calls have printed, one after the other. */
const lastAnswer = (out: string) => JSON.parse(out.slice(out.lastIndexOf('}{') + 1)) as unknown

test('what is shown is compared, but for what is left out', () => {
  expect({ a: 1, b: 'x-7', c: null }).toEqual(expected({ a: 1, b: 'x-…', '…': '…' }))
  expect({ a: 1, b: 'x-7' }).not.toEqual(expected({ a: 2, '…': '…' }))
  expect({ a: 1, b: 'x-7' }).not.toEqual(expected({ a: 1 }))
  expect({ b: 'y-7' }).not.toEqual(expected({ b: 'x-…' }))
  expect([{ a: 1 }]).not.toEqual(expected([]))
  expect('a.b').not.toMatch(asPattern('aXb…'))
})

test('the API answers as its page shows', { timeout: 60_000 }, async () => {
  const examples = examplesOf(await readFile('docs/api-by-example.md', 'utf8'))
  expect(examples.filter(({ answer }) => answer).length).toBeGreaterThan(12)
  const { start } = await newShop()
  const { url } = await start()
  const answers = await run(examples, { SHOP: url, ADMIN_PASSWORD: admin.ADMIN_PASSWORD })
  for (const [n, { command, answer }] of examples.entries()) {
    if (!answer) continue
    const { out, status } = answers[n]!
    expect(status, command).toBe(answer.status)
    if (answer.language === 'json') expect(lastAnswer(out), command).toEqual(expected(JSON.parse(answer.text)))
    else expect(out.replaceAll(/\ufeff|\r/g, ''), command).toMatch(asPattern(answer.text))
  }
})
