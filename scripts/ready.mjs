// Runs before `npm start` and `npm test` on any Node of the machine, so it is plain JavaScript without packages.
// Installs when the lock file changed, builds the pages when their sources changed, and finds a browser (--browser),
// one of each engine (--engines) or the programs of high availability (--high-availability) on request. With --packages,
// it only installs. Prints nothing when nothing is to do.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const packages = hash(['package-lock.json']) + system
const installsOnly = process.argv.includes('--packages')
const sources = installsOnly
  ? ''
  : hash([
      'package.json', // contains the browserslist
      'package-lock.json',
      'tsconfig.json',
      'vite.config.ts',
      'scripts/browserslist.ts',
      'contract',
      'web',
    ])

/** The folder in which packages are installed, the packages of the version before, and packages to be removed. */
const [nextInstall, packagesBefore, packagesGone] = ['dist/.install', 'dist/.packages-before', 'dist/.packages-gone']

/** After this time packages count as good. Somebody whose new version does not start installs the next one sooner. */
const provenAfter = 86_400_000

// With --is-built, a test checks that the built pages match their sources. Nothing is built then.
if (process.argv.includes('--is-built')) process.exit(isBuilt() ? 0 : 1)

try {
  if (!isInstalled() || !(installsOnly || isBuilt()))
    alone(() => {
      yieldToOthers()
      if (!isInstalled()) install()
      if (!installsOnly && !isBuilt()) build()
    })
  for (const name of ['browser', 'engines', 'high-availability'])
    if (process.argv.includes(`--${name}`)) execFileSync(pinnedNode(), [`scripts/${name}.ts`], { stdio: 'inherit' })
} catch (error) {
  // A failed child process has already printed its error.
  if (error.status === undefined) console.error(error.message)
  process.exit(error.status || 1)
}

/** Lowers the priority of this process and of what it starts: an upgrade installs and builds beside a running shop. */
function yieldToOthers() {
  const { PRIORITY_BELOW_NORMAL: low } = constants.priority
  if (getPriority() < low) setPriority(low)
}

function isInstalled() {
  return stamped('node_modules/.installed', packages)
}

function isBuilt() {
  return stamped('dist/.built', sources)
}

/**
 * Installs into a folder of its own and then replaces the old packages by two renames, because a running shop reads its
 * packages and the files of its PostgreSQL at any time. A failed install changes nothing. The packages of the version
 * before stay, so that going back to it needs no network. They also stay when the packages after them are replaced within
 * a day, because that version may never have worked.
 */
function install() {
  // The new packages would replace the link, but the other checkout is meant to have them.
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(`node_modules is a link to another folder with other packages: install there, or remove the link`)
  const next = join(nextInstall, 'node_modules')
  // A start that was killed between the two renames leaves whole packages here, and no others.
  const isWhole = stamped(join(next, '.installed'), packages)
  if (!isWhole) {
    rmSync(nextInstall, { recursive: true, force: true })
    mkdirSync(nextInstall, { recursive: true })
  }
  if (!isWhole && stamped(`${packagesBefore}/.installed`, packages)) renameSync(packagesBefore, next)
  else if (!isWhole) {
    console.log('Installing packages…')
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(name)) copyFileSync(name, join(nextInstall, name))
    npm(
      nextInstall,
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--engine-strict=false',
    )
    linkNode(next)
    writeFileSync(join(next, '.installed'), packages)
  }
  rmSync(packagesGone, { recursive: true, force: true })
  if (existsSync('node_modules')) {
    const installedAt = statSync('node_modules/.installed', { throwIfNoEntry: false })?.mtimeMs ?? 0
    const areProven = Date.now() - installedAt > provenAfter
    if (areProven && existsSync(packagesBefore)) renameSync(packagesBefore, packagesGone)
    renameSync('node_modules', existsSync(packagesBefore) ? packagesGone : packagesBefore)
  }
  renameSync(next, 'node_modules')
  rmSync(nextInstall, { recursive: true, force: true })
  rmSync(packagesGone, { recursive: true, force: true })
}

/**
 * Links the pinned Node as the command `node` of `npm run`, unless npm has. Debian's npm 9 leaves it out, and the
 * machine's own Node may be too old for the programs.
 */
function linkNode(modules) {
  const link = join(modules, '.bin', 'node')
  const manifest = join(modules, `node-${system}`, 'package.json')
  if (process.platform === 'win32' || existsSync(link) || !existsSync(manifest)) return
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(join('..', `node-${system}`, JSON.parse(readFileSync(manifest, 'utf8')).bin.node), link)
}

/** Builds into a separate folder and then replaces the old pages, so that a failed build keeps the old pages. */
function build() {
  console.log('Building the pages…')
  const next = resolve('dist/.next')
  rmSync(next, { recursive: true, force: true })
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  for (const [name, ...flags] of [['web'], ['web', '--mode', 'site'], ['ssr', '--ssr']])
    execFileSync(pinnedNode(), [vite, 'build', '--logLevel', 'warn', '--outDir', join(next, name), ...flags], {
      stdio: 'inherit',
    })
  keepOldAssets('dist/web/assets', join(next, 'web/assets'))
  rmSync('dist/.built', { force: true })
  // A running server reads these files at any time, so the old ones go by a rename too.
  for (const name of ['web', 'ssr']) {
    if (existsSync(join('dist', name))) renameSync(join('dist', name), join(next, `${name}-before`))
    renameSync(join(next, name), join('dist', name))
  }
  rmSync(next, { recursive: true, force: true })
  writeFileSync('dist/.built', sources)
}

/** Keeps old assets for a month, because open browsers and a running server still request them. */
function keepOldAssets(from, to) {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) {
    const { atime, mtime } = statSync(join(from, name))
    if (existsSync(join(to, name)) || Date.now() - mtime.getTime() > 30 * 86_400_000) continue
    copyFileSync(join(from, name), join(to, name))
    utimesSync(join(to, name), atime, mtime)
  }
}

/**
 * Returns the Node that package.json pins. Where it does not exist for this system, returns the current one if it is
 * new enough.
 */
function pinnedNode() {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`node-${system}/package.json`)
    return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node)
  } catch {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    if (major > 24 || (major === 24 && minor >= 12)) return process.execPath
    throw new Error(
      `This needs Node 24.12 or newer (there is none in the packages for ${system}); this is ${process.version}`,
    )
  }
}

function npm(cwd, ...args) {
  // Windows needs the .cmd file, and the PATH may have another npm, so the name `npm` is not enough.
  const cli = process.env.npm_execpath
  try {
    if (cli) execFileSync(process.execPath, [cli, ...args], { cwd, stdio: 'inherit' })
    else execFileSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  } catch (error) {
    if (error.code === 'ENOENT')
      throw new Error('This Node has no npm. Install npm too (on Debian: apt install npm), and start again', {
        cause: error,
      })
    throw error
  }
}

/**
 * Runs `work` under a lock, so that two starts in one checkout do not overlap. The lock of a dead process is replaced.
 */
function alone(work) {
  mkdirSync('dist', { recursive: true })
  const lock = 'dist/.lock'
  for (let waits = 0; !taken(lock); waits++) {
    if (waits === 10) console.log('Waiting for another start in this folder to install or build…')
    const holder = textOf(lock)
    if (holder ? !isAlive(Number(holder)) : waits > 50) breakLock(lock, holder)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function taken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Renames the lock first, so that only one of two processes removes a dead process's lock. */
function breakLock(lock, holder) {
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
    if (readFileSync(aside, 'utf8') !== holder) renameSync(aside, lock) // another process took it in between: give it back
    rmSync(aside, { force: true })
  } catch {
    // another process renamed it first
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function stamped(file, value) {
  return textOf(file) === value
}

/** Returns '' where no file is. Another start may remove it at any time, so looking first and then reading may fail. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

function hash(paths) {
  const sum = createHash('sha256')
  const add = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name))
    else sum.update(path).update('\0').update(readFileSync(path))
  }
  paths.forEach(add)
  return sum.digest('hex')
}
