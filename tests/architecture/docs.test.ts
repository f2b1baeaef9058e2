import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { dataModel } from '../../scripts/data-model.ts'
import { tables } from '../../server/db/tables.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const read = (file: string) => readFileSync(file, 'utf8')
const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** Returns the package.json scripts that a text mentions. npm has short forms for two of them. */
const scriptsIn = (text: string) =>
  [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map((found) => found[1] ?? found[2]!)

test('the pages mention every npm script and no unknown one', () => {
  const spoken = new Set(pages.flatMap((page) => scriptsIn(read(page))))
  // npm runs a script `prex` before `x` by itself, so the pages need not mention it.
  const own = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
  expect([...spoken].filter((name) => !(name in scripts))).toEqual([])
  expect(own.filter((name) => !spoken.has(name))).toEqual([])
  expect(scriptsIn('`npm run gone -- X` and npm start')).toEqual(['gone', 'start'])
})

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Returns the broken links of a page, and the paths in backticks that do not exist. */
function lostIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map((found) => found[1]!)
  const lostLinks = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path ? join(dirname(page), path) : page
    if (!existsSync(target)) return true
    return (
      anchor !== undefined && ![...read(target).matchAll(/^#+ (.+)$/gm)].some(([, title]) => slug(title!) === anchor)
    )
  })
  const paths = [...text.matchAll(/`((?:contract|server|web|tests|scripts|docs|deploy)\/[\w./-]*)`/g)].map((f) => f[1]!)
  return [...lostLinks, ...paths.filter((path) => !existsSync(path))]
}

test('every link and every path of a page exists', () => {
  expect(pages.flatMap((page) => lostIn(page, read(page)).map((lost) => `${page}: ${lost}`))).toEqual([])
  const planted = '[a](gone.md) [b](../README.md) [c](../README.md#gone) [d](../README.md#settings) `server/gone.ts`'
  expect(lostIn('docs/architecture.md', planted)).toEqual(['gone.md', '../README.md#gone', 'server/gone.ts'])
})

/** Returns the rows of the table under a heading, without its head. */
function rowsUnder(text: string, heading: string): string[][] {
  const [, below = ''] = text.split(`\n${heading}\n`)
  const [section = ''] = below.split(/\n#/)
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Returns the counts that the journeys of the six jobs assert: keys and taps, by job. */
function countsIn(journeys: string): Map<string, number[]> {
  const counts = new Map<string, number[]>()
  for (const [, job, steps] of journeys.matchAll(
    /  test\('([^']+)'(?:(?!\n  test\()[\s\S])*?expectEffort\(effort, (\d+)\)/g,
  ))
    counts.set(job!, [...(counts.get(job!) ?? []), Number(steps)])
  return counts
}

test('the keys and taps of the commonest jobs are those that their journeys assert', () => {
  const rows = rowsUnder(read('docs/performance.md'), '## Keys and taps of the commonest jobs')
  const written = rows.map(([job, , keys, , taps]) => [job!.toLowerCase(), [Number(keys), Number(taps)]])
  const counts = countsIn(read('tests/e2e/six-jobs.spec.ts'))
  expect(counts.size).toBe(6)
  const asserted = [...counts].map(([job, steps]) => [job.replaceAll('’', "'"), steps])
  expect(written).toEqual(asserted)
  expect(countsIn("  test('a', () => {\n    expectEffort(effort, 3)\n  })\n  test('b', () => {\n  })\n")).toEqual(
    new Map([['a', [3]]]),
  )
})

/** Returns the first column of the table under a heading. */
function namesInTable(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\|([^|]*)\|/gm)].map((found) => found[1]!)
  return rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((found) => found[1]!))
}

/** Returns the names of the server's settings. */
function serverSettings(): string[] {
  const [, schema = ''] = /const Environment = z\.object\(\{\n([\s\S]*?)^\}\)/m.exec(read('server/kernel/config.ts'))!
  return [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map((found) => found[1]!)
}

test('the table of settings lists exactly the settings of the server', () => {
  const settings = serverSettings()
  expect(settings).toContain('DATABASE_URL')
  expect(namesInTable(read('README.md'), 'Settings').toSorted()).toEqual(settings.toSorted())
  expect(namesInTable('\n## A\n\n| name |\n| --- |\n| `ONE`, `TWO` |\n\n## B\n\n| `THREE` |\n', 'A')).toEqual([
    'ONE',
    'TWO',
  ])
})

const blocksOf = (text: string) =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({ language: language!, body: body! }))

/** Returns the commands of a page's `sh` blocks without their comments. */
const commandsOf = (text: string) =>
  blocksOf(text)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ body }) => body.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()))
    .filter(Boolean)

/** The commands of `alahas`, as its first comment lists them. */
const installedCommands = [...read('scripts/installed.ts').matchAll(/^\/\/ {3}alahas ([\w-]+)/gm)].map(
  ([, name]) => name!,
)

/** Returns the settings, scripts and programs of a command that do not exist. */
function unknownIn(command: string, settings: readonly string[]): string[] {
  const [, installed] = /^alahas ([\w-]+)/.exec(command) ?? []
  if (installed !== undefined) return installedCommands.includes(installed) ? [] : [command]
  const names = [...command.matchAll(/\b([A-Z_]+)=/g)].map((found) => found[1]!)
  const called = scriptsIn(command)
  const programs = called.flatMap((name) =>
    [...(scripts[name] ?? '').matchAll(/\bnode .*?(\S+\.ts)/g)].map((f) => f[1]!),
  )
  return [
    ...(called.length === 0 ? [command] : []),
    ...names.filter((name) => !settings.includes(name)),
    ...called.filter((name) => !(name in scripts)),
    ...programs.filter((program) => !existsSync(program)),
  ]
}

test('every command of the README and of the operations page exists with its settings', () => {
  const texts = ['README.md', 'docs/operations.md'].map(read)
  // A block without a language would bypass this test.
  expect(texts.flatMap(blocksOf).filter(({ language }) => !language)).toEqual([])
  const settings = serverSettings()
  const commands = texts.flatMap(commandsOf)
  expect(commands).toContain('npm run backup')
  expect(commands.flatMap((command) => unknownIn(command, settings))).toEqual([])
  expect(unknownIn('GONE=1 npm run gone', settings)).toEqual(['GONE', 'gone'])
  expect(unknownIn('make', settings)).toEqual(['make'])
  expect(unknownIn('alahas gone', settings)).toEqual(['alahas gone'])
  expect(commandsOf('```sh\nnpm gone  # away\n```\n')).toEqual(['npm gone'])
})

/** The headings of a decision, in their order. */
const decisionParts = ['Context', 'Decision', 'Alternatives', 'Consequences']
const decisions = readdirSync('docs/decisions')
  .filter((name) => /^\d{4}-/.test(name))
  .toSorted()

/** Returns a phrase for each part that a decision lacks, and for its missing line in the index. */
function missingInDecision(name: string, text: string, index: string): string[] {
  const title = /^# (\d+\. .+)$/m.exec(text)?.[1]
  const headings = [...text.matchAll(/^## (.+)$/gm)].map((found) => found[1]!)
  const sections = text.split(/^## .+$/m).slice(1)
  return [
    title?.startsWith(`${Number(name.slice(0, 4))}. `) ? '' : 'a title with the number of its file',
    /^Date: \d{4}-\d{2}-\d{2}$/m.test(text) ? '' : 'Date: YYYY-MM-DD',
    /^Status: (?:Accepted|Superseded)\b/m.test(text) ? '' : 'Status: Accepted or Superseded',
    headings.join() === decisionParts.join() ? '' : `the headings ${decisionParts.join(', ')} in this order`,
    sections.every((section) => section.trim()) ? '' : 'text under each heading',
    index.includes(`[${title}](${name}): `) ? '' : 'a line in docs/decisions/README.md',
  ].filter(Boolean)
}

test('every decision has its parts and a line in the index', () => {
  const index = read('docs/decisions/README.md')
  const lacks = (name: string, text: string) =>
    missingInDecision(name, text, index).map((part) => `docs/decisions/${name} lacks ${part}`)
  expect(decisions.length).toBeGreaterThan(40)
  expect(decisions.flatMap((name) => lacks(name, read(`docs/decisions/${name}`)))).toEqual([])
  // Numbers run without a gap, and no two decisions share one.
  expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, place) => place + 1))

  const whole = read(`docs/decisions/${decisions[0]!}`)
  expect(lacks(decisions[0]!, whole.replace('## Alternatives\n', ''))).toHaveLength(1)
  expect(lacks(decisions[0]!, whole.replace(/^Date: .*$/m, 'Date: last week'))).toHaveLength(1)
  expect(lacks(decisions[0]!, whole.replace(/^Status: .*$/m, ''))).toHaveLength(1)
  expect(lacks('0099-planted.md', '# Planted\n')).toHaveLength(5)
})

/**
 * Returns the packages of package.json that the page of dependencies does not name, and those that it names although
 * package.json lacks them.
 */
function mismatchedPackages(page: string, packages: readonly string[]) {
  const named = [...page.matchAll(/^\| ((?:`[^`|]+`(?:,| and siblings)? ?)+)/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map((found) => found[1]!),
  )
  const means = (name: string) => (each: string) =>
    name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name
  // Node comes as one package for each system; the page names one of them.
  const isSibling = (each: string) => each.startsWith('node-')
  return [
    ...packages.filter((each) => !isSibling(each) && !named.some((name) => means(name)(each))),
    ...named.filter((name) => !packages.some(means(name))),
  ]
}

test('the page of dependencies has every package and no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Record<string, string>
  >
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const page = read('docs/dependencies.md')
  expect(mismatchedPackages(page, packages)).toEqual([])
  expect(mismatchedPackages(`${page}\n| \`gone\` | x |\n`, [...packages, 'planted'])).toEqual(['planted', 'gone'])
  // Every row of the table must give the reason for its package.
  expect(page.match(/^\|.*\|\s+\|$/gm)).toBeNull()
})

/** Returns the packages of the table "Never below" that the lock file has in an older version, or lacks. */
function packagesBelow(page: string, installed: Record<string, { version: string }>): string[] {
  const rows = page.split('\n## Never below\n')[1]!.matchAll(/^\| `([^`]+)` +\| ([^|]+?) +\|/gm)
  return [...rows].flatMap(([, name = '', versions = '']) => {
    const { version = '0' } = installed[`node_modules/${name}`] ?? {}
    const major = version.split('.')[0]!
    const least = versions.split(', ').find((each) => each.startsWith(`${major}.`)) ?? versions.split(', ').at(-1)!
    return version.localeCompare(least, 'en', { numeric: true }) < 0 ? [`${name} ${version}`] : []
  })
}

test('the lock file has no package below its fixed version and names no registry', () => {
  const text = read('package-lock.json')
  const { packages } = JSON.parse(text) as { packages: Record<string, { version: string }> }
  const page = read('docs/dependencies.md')
  expect(packagesBelow(page, packages)).toEqual([])
  expect(packagesBelow(page, { ...packages, 'node_modules/vite': { version: '7.1.10' } })).toEqual(['vite 7.1.10'])
  expect(packagesBelow(page, {})).toContain('fastify 0')
  expect(text).not.toContain('"resolved"')
  expect(Object.keys(packages).filter((name) => name.includes('react-server-dom'))).toEqual([])
})

test('CI on GitHub runs what .ci/run runs', () => {
  type Job = { container: { image: string }; steps: { run?: string }[] }
  const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: Record<string, Job> }
  const [job, ...others] = Object.values(jobs)
  expect(others).toEqual([])
  expect(job!.steps.at(-1)?.run).toBe('.ci/run')
  const [, node] = /^FROM node:([\d.]+)-/m.exec(read('Dockerfile'))!
  expect(job!.container.image, 'The Node of the Dockerfile').toBe(`node:${node}-trixie`)
})

test('the data model matches the schema: npm run docs:data-model writes it', async () => {
  const page = await dataModel()
  expect(read('docs/data-model.md')).toBe(page)
  expect([...page.matchAll(/^### /gm)]).toHaveLength(tables.length)
})
