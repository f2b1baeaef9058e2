// Proves in a temporary repository that a release is whole, and that it is refused where it would not be. The repository
// has the files that a release touches, and stand-ins for the checks.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { version as current } from '../../server/kernel/version.ts'

const place = mkdtempSync(join(tmpdir(), 'alahas-release-'))
const repository = join(place, 'some-folder')
afterAll(() => rmSync(place, { recursive: true, force: true }))

const git = (...words: string[]) => execFileSync('git', words, { cwd: repository, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(join(repository, file), 'utf8')
const next = `${Number(current.split('.')[0]) + 1}.0.0`
const today = new Date().toISOString().slice(0, 10)

/** Commits files of a small project: the program of the release, and the checks and the changelog of this test. */
function commitProject(check: string, changelog: string) {
  const { version, ...rest } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const scripts = { release: 'node scripts/release.ts', check }
  writeFileSync(join(repository, 'package.json'), `${JSON.stringify({ ...rest, version, scripts }, null, 2)}\n`)
  writeFileSync(join(repository, 'CHANGELOG.md'), changelog)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'tests: prepare')
}
const unreleased = `# Changelog\n\n## Unreleased\n\n### For users\n\n- A change.\n\n## ${current} (2026-01-01)\n\n- An old one.\n`

beforeEach(() => {
  rmSync(repository, { recursive: true, force: true })
  for (const file of ['scripts/release.ts', 'server/kernel/config.ts', 'server/main.ts', 'package-lock.json', '.npmrc'])
    cpSync(file, join(repository, file))
  symlinkSync(resolve('node_modules'), join(repository, 'node_modules'))
  writeFileSync(join(repository, '.gitignore'), 'node_modules\ndist\n')
  git('init', '--quiet')
  git('config', 'user.name', 'Tests')
  git('config', 'user.email', 'tests@alahas.test')
})

const release = (...words: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    const PATH = `${join(process.cwd(), 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`
    const env = { PATH, HOME: place, npm_config_update_notifier: 'false' }
    execFile('npm', ['run', '--silent', 'release', '--', ...words], { cwd: repository, env }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, said: out + err })
    })
  })

test('makes version, changelog, tag, archive, list of packages and checksums', { timeout: 60_000 }, async () => {
  commitProject('node -e ""', unreleased)
  const { code, said } = await release(next)
  expect([code, said]).toEqual([0, expect.stringContaining(`Version ${next} is committed and tagged as v${next}`)])
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: next })
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: next, packages: { '': { version: next } } })
  expect(read('CHANGELOG.md')).toBe(unreleased.replace('## Unreleased\n', `## Unreleased\n\n## ${next} (${today})\n`))
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s')).toBe(`release: ${next}`)
  expect(git('describe', '--exact-match')).toBe(`v${next}`)

  const made = join(repository, 'dist/release')
  const names = [`alahas-${next}.cdx.json`, `alahas-${next}.tar.gz`]
  expect(readdirSync(made).toSorted()).toEqual(['SHA256SUMS', ...names])
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(made, name)))
      .digest('hex')
  expect(readFileSync(join(made, 'SHA256SUMS'), 'utf8')).toBe(
    [names[1]!, names[0]!].map((name) => `${sumOf(name)}  ${name}\n`).join(''),
  )
  const listed = execFileSync('tar', ['--list', '--file', names[1]!], { cwd: made, encoding: 'utf8' }).split('\n')
  expect(listed).toContain(`alahas-${next}/server/main.ts`)
  expect(listed.filter((path) => /node_modules|\.git\/|\/dist\//.test(path))).toEqual([])
  const packages = JSON.parse(readFileSync(join(made, names[0]!), 'utf8')) as {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: { name: string; version: string }[]
  }
  expect(packages).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'alahas', version: next } },
  })
  expect(packages.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'vite']))

  const again = await release(next)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining(`${next} is not higher than ${next}`) })
})

test('refuses a wrong version, a changed tree, an existing tag, an empty changelog and a failing check', async () => {
  commitProject('node -e "process.exit(1)"', unreleased)
  const head = git('rev-parse', 'HEAD')
  const refused = async (words: string[], because: string) => {
    expect(await release(...words)).toMatchObject({ code: 1, said: expect.stringContaining(because) })
    expect([git('rev-parse', 'HEAD'), read('CHANGELOG.md')]).toEqual([head, unreleased])
    expect(existsSync(join(repository, 'dist/release'))).toBe(false)
  }
  await refused([], 'Say the version: npm run release -- 1.2.3')
  await refused(['v2'], 'Say the version')
  await refused([current], `${current} is not higher than ${current}`)
  await refused(['0.9.9'], 'is not higher')
  git('tag', `v${next}`)
  await refused([next], `The tag v${next} exists already`)
  git('tag', '--delete', `v${next}`)
  writeFileSync(join(repository, 'note.txt'), 'forgotten')
  await refused([next], 'The tree has changes that are not committed:\n?? note.txt')
  rmSync(join(repository, 'note.txt'))
  await refused([next], 'npm run check failed: nothing was released')
  expect(git('tag', '--list')).toBe('')
  commitProject('node -e ""', unreleased.replace('- A change.', 'No change.'))
  expect(await release(next)).toMatchObject({ code: 1, said: 'CHANGELOG.md has no change under Unreleased\n' })
})

test('takes the commit back when git refuses the tag', { timeout: 60_000 }, async () => {
  commitProject('node -e ""', unreleased)
  const head = git('rev-parse', 'HEAD')
  git('config', 'tag.gpgSign', 'true')
  git('config', 'gpg.program', '/bin/false')
  const refused = await release(next)
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/\ngit tag failed: nothing was released\n$/) })
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')]).toEqual([head, '', ''])
  expect(read('CHANGELOG.md')).toBe(unreleased)
  expect(existsSync(join(repository, 'dist/release'))).toBe(false)
})

test('changes nothing when git refuses the commit, and says so outside a repository', { timeout: 60_000 }, async () => {
  commitProject('node -e ""', unreleased)
  git('config', 'user.useConfigOnly', 'true')
  git('config', '--unset', 'user.email')
  const refused = await release(next)
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringMatching(/\ngit commit failed: nothing was released\n$/),
  })
  expect([git('status', '--porcelain'), git('tag', '--list'), read('CHANGELOG.md')]).toEqual(['', '', unreleased])

  rmSync(join(repository, '.git'), { recursive: true })
  expect(await release(next)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/not a git repository[^\n]*\ngit tag failed: nothing was released\n$/),
  })
})
