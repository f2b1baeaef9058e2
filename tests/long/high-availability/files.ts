import { chmod, chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { cleanUpAfterRun } from '../../support/cluster.ts'
import type { User } from '../../support/server.ts'
import { isOpen, ordinary } from '../../support/users.ts'
import { postgresUser, sharedFolder } from './debian.ts'
import { choosePorts, configure, type Host, type Ports, threeHosts, variablesOf } from './templates.ts'

/** The folder of a run, its hosts, and the ports that take the place of the templates' ports. */
export type Place = { folder: string; hosts: Host[]; ports: Ports }

/** The user of the app servers; undefined where only this user may read the checkout. */
export const shopUser: User | undefined = isOpen ? ordinary : undefined

export const adminPassword = 'a password of the tests'

/** The data folder of PostgreSQL in a host's folder, where tests/support/clean-up.ts finds it. */
export const dataIn = (folder: string) => `${folder}/db/pg`

/** Creates the folders of three hosts with their configuration, from the files of deploy/ha. */
export async function prepareHosts(): Promise<Place> {
  const folder = await mkdtemp(join(sharedFolder, 'alahas-ha-'))
  await chmod(folder, 0o755)
  const place = { folder, hosts: threeHosts(folder), ports: await choosePorts() }
  cleanUpAfterRun(...place.hosts.map((host) => host.folder), `${folder}/restored`, folder)
  await createFolder(`${folder}/repository`, postgresUser)
  await createFolder(`${folder}/shop`, shopUser)
  for (const host of place.hosts) await writeFiles(place, host)
  return place
}

export async function createFolder(path: string, owner: User | undefined) {
  await mkdir(path, { mode: 0o700 })
  if (owner) await chown(path, owner.uid, owner.gid)
}

async function writeFiles({ folder, ports }: Place, host: Host) {
  const own = host.folder
  for (const path of [own, `${own}/run`, `${own}/etcd`, `${own}/db`]) await createFolder(path, postgresUser)
  const files: Record<string, Record<string, string>> = {
    'patroni.yml': {
      '/var/lib/postgresql/18/alahas': dataIn(own),
      '/var/lib/postgresql/alahas.pgpass': `${own}/pgpass`,
      '/run/postgresql': `${own}/run`,
      // The watchdog would restart this machine.
      'mode: automatic': 'mode: "off"',
    },
    // HAProxy runs here without root, and the tests have no certificate.
    'haproxy.cfg': {
      '  user haproxy\n  group haproxy\n': '',
      '  log /dev/log local0\n': '',
      '  stats socket /run/haproxy/admin.sock mode 660 level admin\n': '',
      ' ssl crt /etc/haproxy/shop.pem alpn h2,http/1.1': '',
    },
    'pgbackrest.conf': {
      '/srv/pgbackrest': `${folder}/repository`,
      '/var/lib/postgresql/18/alahas': dataIn(own),
      '/run/postgresql': `${own}/run`,
      '/run/lock/pgbackrest': `${own}/run`,
    },
  }
  for (const [name, changes] of Object.entries(files)) {
    await writeFile(join(own, name), configure(name, host, ports, changes), { mode: 0o600 })
    await chown(join(own, name), postgresUser.uid, postgresUser.gid)
  }
}

/** Returns the environment of etcd on this host, from deploy/ha/etcd.env. */
export const etcdEnvironment = ({ ports }: Place, host: Host) =>
  variablesOf(configure('etcd.env', host, ports, { '/var/lib/etcd/alahas': `${host.folder}/etcd` }))

/** Returns the environment of the app server of this host, from deploy/ha/alahas.env. */
export function shopEnvironment({ folder, ports }: Place, host: Host): Record<string, string> {
  const given = variablesOf(
    configure('alahas.env', host, ports, {
      'CHANGE-alahas': 'alahas',
      // All connections of the loopback network come from one address.
      'TRUST_PROXY=10.0.0.11,10.0.0.12,10.0.0.13': 'TRUST_PROXY=loopback',
      // A folder that all three share takes the place of the bucket.
      'UPLOADS_URL=s3://bucket/prefix?endpoint=https://s3.example': `DATA_DIR=${folder}/shop`,
    }),
  )
  return { ...given, ADMIN_EMAIL: 'admin@shop.example', ADMIN_PASSWORD: adminPassword }
}
