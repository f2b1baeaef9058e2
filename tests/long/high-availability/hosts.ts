import type { ChildProcess } from 'node:child_process'

import pg from 'pg'

import { isAlive, removeFolder, type Server, startServer, until } from '../../support/server.ts'
import { killMarked, killPostgres, runInside, signalAll, startInside } from './debian.ts'
import { dataIn, etcdEnvironment, type Place, prepareHosts, shopEnvironment, shopUser } from './files.ts'
import type { Host } from './templates.ts'

/** A member of the cluster as Patroni reports it. */
type Member = { name: string; role: string; state: string }

/**
 * Starts the parts of docs/reference/high-availability.md for three hosts on the loopback network, from the files of
 * deploy/ha: etcd, PostgreSQL under Patroni, and HAProxy. `clean` ends everything that was started.
 */
export async function startHosts() {
  const place = await prepareHosts()
  const { folder, hosts, ports } = place
  const programs = new Map<string, ChildProcess>()
  const servers = new Map<string, Server>()

  const start = ({ name, folder: own }: Host, program: string, command: string[], env = {}) =>
    void programs.set(`${program} ${name}`, startInside(`${own}/${program}.log`, command, env))
  const startEtcd = (host: Host) => start(host, 'etcd', ['etcd'], etcdEnvironment(place, host))
  // PostgreSQL runs the same commands on each host, and they find that host's file by this variable.
  const startPatroni = (host: Host) =>
    start(host, 'patroni', ['patroni', `${host.folder}/patroni.yml`], backrestEnvironment(host))
  const startBalancer = (host: Host) => start(host, 'haproxy', ['haproxy', '-db', '-f', `${host.folder}/haproxy.cfg`])
  const startShop = async (host: Host) => {
    const server = await startServer(shopEnvironment(place, host), shopUser)
    servers.set(host.name, server)
    if (!server.url) throw new Error(`The app server of ${host.name} has ended:\n${server.output()}`)
  }

  async function clean() {
    const all = [...programs.values(), ...[...servers.values()].map(({ child }) => child)]
    const pids = all.flatMap(({ pid }) => pid ?? [])
    signalAll(pids, 'SIGCONT')
    signalAll(pids, 'SIGKILL')
    await until(() => pids.every((pid) => !isAlive(pid)))
    for (const data of [...hosts.map(dataOf), dataIn(`${folder}/restored`)]) await killPostgres(data)
    killMarked()
    await removeFolder(folder)
  }

  for (const host of hosts) {
    startEtcd(host)
    startPatroni(host)
    startBalancer(host)
  }
  return {
    folder,
    hosts,
    ports,
    clean,
    startEtcd,
    startPatroni,
    startBalancer,
    startShop,
    pidOf: (program: 'etcd' | 'patroni' | 'haproxy', { name }: Host) => programs.get(`${program} ${name}`)!.pid!,
    serverOf: ({ name }: Host) => servers.get(name)!,
    /** The address of the shop through the balancer of this host. */
    shopOf: ({ address }: Host) => `http://${address}:${ports['443']}`,
    /** The address of the leader's database through the balancer of this host. */
    databaseOf: ({ address }: Host) => `postgres://alahas:alahas@${address}:${ports['5000']}/shop`,
    patronictl: ({ folder: own }: Host, ...given: string[]) =>
      runInside(['patronictl', '-c', `${own}/patroni.yml`, ...given]),
    backrest: (host: Host, ...given: string[]) =>
      runInside(['pgbackrest', '--stanza=alahas', ...given], backrestEnvironment(host)),
    ...observe(place),
  }
}

export type Hosts = Awaited<ReturnType<typeof startHosts>>

/** The environment in which pgBackRest finds the file of this host. */
export const backrestEnvironment = ({ folder }: Host) => ({ PGBACKREST_CONFIG: `${folder}/pgbackrest.conf` })

export const dataOf = (host: Host) => dataIn(host.folder)

/** Returns functions that ask Patroni and PostgreSQL about the cluster. */
function observe({ hosts, ports }: Place) {
  const ask = ({ address }: Host, path: string) =>
    fetch(`http://${address}:${ports['8008']}${path}`, { signal: AbortSignal.timeout(2000) }).catch(() => null)

  /** Returns the members of the cluster as the first living Patroni reports them. */
  async function members(): Promise<Member[]> {
    for (const host of hosts) {
      const response = await ask(host, '/cluster')
      const body = (await response?.json().catch(() => null)) as { members: Member[] } | null
      if (body) return body.members
    }
    return []
  }

  /** Returns the host whose Patroni holds the lock of the leader. HAProxy asks the same. */
  async function leader(): Promise<Host | null> {
    const leading = await Promise.all(hosts.map(async (host) => (await ask(host, '/primary'))?.ok))
    return hosts.find((_, n) => leading[n]) ?? null
  }

  const hostOf = async (role: string) => {
    const member = (await members()).find((each) => each.role === role)
    return hosts.find(({ name }) => name === member?.name) ?? null
  }

  /** Waits until a leader runs with two standbys that stream from it, one of them synchronous. */
  const whole = () =>
    until(async () => {
      const found = await members()
      const roles = found.map(({ role }) => role).toSorted()
      return (
        ['leader', 'replica', 'sync_standby'].every((role, n) => roles[n] === role) &&
        found.every(({ role, state }) => state === (role === 'leader' ? 'running' : 'streaming'))
      )
    }, 120_000)

  /** Runs statements as the owner of the cluster on its leader, and returns what they print. */
  async function onLeader(...statements: string[]): Promise<string> {
    const { folder: own } = await until(leader)
    const given = ['-h', `${own}/run`, '-p', String(ports['5432']), '-qAt', '-v', 'ON_ERROR_STOP=1']
    return (await runInside(['psql', ...given, ...statements.flatMap((each) => ['-c', each])])).trim()
  }

  return { members, leader, hostOf, whole, onLeader }
}

/** Runs one query over a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string) {
  const client = new pg.Client(url)
  client.on('error', () => {}) // The running query reports the error.
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
