// Installs the programs of the high availability test in a folder of their own, with Debian's packages: PostgreSQL 18,
// Patroni, etcd, HAProxy and pgBackRest. Nothing is installed on the machine itself, and no service starts.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

import { findPrograms, installFromDebian } from './browser.ts'

/** The first Debian with PostgreSQL 18, which the shop needs. Debian 12 has 15, and Debian 13 has 17. */
const suite = 'forky'
const packages = ['patroni', 'python3-etcd', 'postgresql-18', 'etcd-server', 'haproxy', 'pgbackrest']
const mirror = 'http://deb.debian.org/debian'

/** The root folder of a small Debian that has the programs. Other users of the machine may read it. */
export const debianRoot = `/var/cache/alahas/debian-${suite}`

/** Whether the test can run here. Its folder is made and entered by root alone. */
export const hasHighAvailability = () => process.getuid?.() === 0 && existsSync(debianRoot)

/** Makes the folder. Its name is final only when it is whole. Returns false where that fails. */
function install(): boolean {
  if (findPrograms(['debootstrap']).length === 0) installFromDebian(['debootstrap'])
  const [debootstrap] = findPrograms(['debootstrap'])
  if (!debootstrap || process.getuid?.() !== 0) return false
  const draft = `${debianRoot}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(dirname(draft), { recursive: true })
  const given = ['--variant=minbase', `--include=${packages.join(',')}`, suite, draft, mirror]
  try {
    // An older debootstrap knows the script of `sid`, and not the name of this suite.
    execFileSync(debootstrap, [...given, '/usr/share/debootstrap/scripts/sid'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    rmSync(`${draft}/var/cache/apt`, { recursive: true, force: true })
    renameSync(draft, debianRoot)
    return true
  } catch {
    return false
  }
}

if (import.meta.main && !hasHighAvailability()) {
  console.log(`Installing PostgreSQL 18, Patroni, etcd, HAProxy and pgBackRest in ${debianRoot} for the tests…`)
  if (!install())
    console.log('The test of high availability is left out: it needs root on Debian, and the packages of Debian')
}
