// Makes a version: `npm run release -- 1.1.0`. Refuses unless the tree is clean, the checks pass, the tag is new and the
// changelog has unreleased changes. It commits the version with its changelog entry, tags the commit, and writes into
// dist/release: the sources as an archive, the list of all packages (CycloneDX), and the checksums of both. It pushes
// nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { StartError } from '../server/kernel/config.ts'

const folder = 'dist/release'
/** The files of a release until all are whole. */
const draft = 'dist/.release'
const changed = ['package.json', 'package-lock.json', 'CHANGELOG.md']

/** Runs git and returns its output. Throws a StartError when it fails; git has then said why. */
function git(...words: string[]): string {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new StartError(`git ${words[0]} failed: nothing was released`)
  return stdout.trim()
}

/** Runs npm itself, which `npm run` names in npm_execpath, and returns its output. `shown` shows the output instead. */
function npm(words: readonly string[], shown = false): string {
  const cli = process.env['npm_execpath']
  if (cli === undefined) throw new StartError('Say `npm run release -- VERSION`')
  const stdout = shown ? 'inherit' : 'pipe'
  const { status, stdout: output } = spawnSync(process.execPath, [cli, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'inherit'],
  })
  if (status !== 0) throw new StartError(`npm ${words.join(' ')} failed: nothing was released`)
  return output ?? ''
}

/** Whether a version is higher than another. Both have three numbers. */
function isHigher(version: string, than: string): boolean {
  const [left, right] = [version, than].map((one) => one.split('.').map(Number)) as [number[], number[]]
  const differs = left.findIndex((part, n) => part !== right[n])
  return differs >= 0 && left[differs]! > right[differs]!
}

/** Throws a StartError that says why this version cannot be made now. */
function assertReleasable(version: string | undefined, changelog: string): asserts version is string {
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version))
    throw new StartError(`Say the version: npm run release -- 1.2.3 (now it is ${current})`)
  if (!isHigher(version, current)) throw new StartError(`${version} is not higher than ${current}`)
  if (git('tag', '--list', `v${version}`) !== '') throw new StartError(`The tag v${version} exists already`)
  const dirty = git('status', '--porcelain')
  if (dirty !== '') throw new StartError(`The tree has changes that are not committed:\n${dirty}`)
  if (!/^- /m.test(sectionOf(changelog, 'Unreleased')))
    throw new StartError('CHANGELOG.md has no change under Unreleased')
}

/** Returns the text of one section of the changelog; empty when there is none. */
const sectionOf = (changelog: string, title: string) =>
  changelog.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? ''

/** Writes the version into the three files. */
function writeVersion(version: string, changelog: string) {
  npm(['version', version, '--no-git-tag-version', '--ignore-scripts'])
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync('CHANGELOG.md', changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${today})\n`))
}

/** Writes the list of all packages of the lock file. npm names the project by its folder, so the name is set here. */
function writePackageList(file: string) {
  const list = JSON.parse(npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'])) as {
    metadata: { component: { name: string } }
  }
  list.metadata.component.name = 'alahas'
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`)
}

/** Writes the checksums of the files, as `sha256sum --check` reads them. */
function writeSums(files: readonly string[]) {
  const sums = files.map((file) => {
    const content = readFileSync(join(draft, file))
    return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`
  })
  writeFileSync(join(draft, 'SHA256SUMS'), sums.join(''))
}

/** Undoes a release that failed half-way. The tree was clean before, so nothing else is lost. */
function takeBack(before: string, tag: string) {
  if (git('tag', '--list', tag) !== '') git('tag', '--delete', tag)
  git('reset', '--quiet', '--hard', before)
}

function main() {
  const [version] = process.argv.slice(2)
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  assertReleasable(version, changelog)
  npm(['run', 'check'], true)
  const name = `alahas-${version}`
  const [archive, packages] = [`${name}.tar.gz`, `${name}.cdx.json`]
  const before = git('rev-parse', 'HEAD')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    writeVersion(version, changelog)
    git('commit', '--quiet', '--message', `release: ${version}`, '--', ...changed)
    git('tag', '--annotate', `v${version}`, '--message', `Alahas ${version}`)
    writePackageList(join(draft, packages))
    git('archive', `--prefix=${name}/`, `--output=${join(draft, archive)}`, `v${version}`)
    writeSums([archive, packages])
  } catch (error) {
    takeBack(before, `v${version}`)
    throw error
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
  console.log(
    [
      `Version ${version} is committed and tagged as v${version}. In ${folder}:`,
      `  ${archive}: the sources`,
      `  ${packages}: the packages (CycloneDX)`,
      '  SHA256SUMS: check with sha256sum --check',
      'Nothing was pushed. To publish: git push --follow-tags',
      `The image: docker build --build-arg VERSION=${version} --build-arg REVISION=${git('rev-parse', 'HEAD')} --tag alahas:${version} .`,
    ].join('\n'),
  )
}

try {
  main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
