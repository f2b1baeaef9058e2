import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { isAlive, until } from '../../support/server.ts'
import { familyOf, killPostgres, postgresOf, signalAll } from './debian.ts'
import { dataOf, type Hosts } from './hosts.ts'
import { longestSilence, type tellers } from './tellers.ts'
import type { Host } from './templates.ts'

type Tellers = ReturnType<typeof tellers>

/** The course of one failure, in milliseconds. `promoted` is absent where the leader stayed. */
export type Course = { what: string; promoted?: number; served: number; silent: number; whole: number }

/** Waits until sales are answered after the moment `from`, and returns the first moment. */
export const untilServed = ({ confirmed }: Tellers, from: number) =>
  until(() => {
    const later = confirmed().flatMap(({ answeredAt }) => (answeredAt! > from ? [answeredAt!] : []))
    return later.length > 0 ? Math.min(...later) : null
  }, 60_000)

/** Cuts the power of the leader's PostgreSQL and Patroni, or of its whole host, and starts everything again. */
export async function killLeader(hosts: Hosts, people: Tellers, { wholeHost }: { wholeHost: boolean }) {
  const victim = (await hosts.leader())!
  const synchronous = await hosts.hostOf('sync_standby')
  const begin = performance.now()
  const killed = [hosts.pidOf('patroni', victim)]
  if (wholeHost) killed.push(hosts.pidOf('etcd', victim), hosts.pidOf('haproxy', victim), hosts.serverOf(victim).pid)
  signalAll(killed, 'SIGKILL')
  await killPostgres(dataOf(victim))
  await until(() => killed.every((pid) => !isAlive(pid)))
  const next = await until(async () => {
    await sleep(100)
    const leader = await hosts.leader()
    return leader === victim ? null : leader
  }, 60_000)
  const promoted = performance.now()
  const served = await untilServed(people, promoted)
  const silent = longestSilence(people.sent, begin)
  await startAgain(hosts, victim, wholeHost)
  await hosts.whole()
  const course: Course = {
    what: `${wholeHost ? 'whole host' : 'leader'} ${victim.name} killed, ${next.name} leads`,
    promoted: promoted - begin,
    served: served - promoted,
    silent,
    whole: performance.now() - begin,
  }
  return { course, wasSynchronous: next === synchronous }
}

async function startAgain(hosts: Hosts, victim: Host, wholeHost: boolean) {
  if (wholeHost) {
    hosts.startEtcd(victim)
    hosts.startBalancer(victim)
  }
  hosts.startPatroni(victim)
  if (wholeHost) await hosts.startShop(victim)
}

/** Freezes the synchronous standby until Patroni has chosen another one. */
export async function freezeStandby(hosts: Hosts, people: Tellers): Promise<Course> {
  const frozen = (await hosts.hostOf('sync_standby'))!
  const pids = [...familyOf(hosts.pidOf('patroni', frozen)), ...familyOf(postgresOf(dataOf(frozen))!)]
  const begin = performance.now()
  signalAll(pids, 'SIGSTOP')
  await until(async () => {
    await sleep(100)
    const other = await hosts.hostOf('sync_standby')
    return other && other !== frozen
  }, 60_000)
  const chosen = performance.now()
  const served = await untilServed(people, chosen)
  const silent = longestSilence(people.sent, begin)
  signalAll(pids, 'SIGCONT')
  await hosts.whole()
  const what = `synchronous standby ${frozen.name} frozen`
  return { what, served: served - chosen, silent, whole: performance.now() - begin }
}

/** Kills one app server and starts it again once the others have served sales. */
export async function killShop(hosts: Hosts, people: Tellers): Promise<Course> {
  const victim = hosts.hosts[1]!
  const begin = performance.now()
  process.kill(hosts.serverOf(victim).pid, 'SIGKILL')
  const served = await untilServed(people, begin + 100)
  await sleep(5000)
  const silent = longestSilence(people.sent, begin)
  await hosts.startShop(victim)
  return { what: `app server ${victim.name} killed`, served: served - begin, silent, whole: performance.now() - begin }
}

/** Kills the balancer of one host and starts it again. */
export async function restartBalancer(hosts: Hosts, people: Tellers): Promise<Course> {
  const [victim] = hosts.hosts
  const begin = performance.now()
  const pid = hosts.pidOf('haproxy', victim!)
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid))
  hosts.startBalancer(victim!)
  const served = await untilServed(people, performance.now())
  await sleep(5000)
  const silent = longestSilence(people.sent, begin)
  const what = `balancer ${victim!.name} restarted`
  return { what, served: served - begin, silent, whole: performance.now() - begin }
}

/** Kills etcd on two hosts, waits until the shop refuses calls, and starts etcd again. */
export async function loseMajority(hosts: Hosts, people: Tellers): Promise<Course> {
  const victims = hosts.hosts.slice(0, 2)
  const begin = performance.now()
  signalAll(
    victims.map((victim) => hosts.pidOf('etcd', victim)),
    'SIGKILL',
  )
  await until(async () => {
    await sleep(100)
    const { status } = await fetch(`${hosts.shopOf(hosts.hosts[2]!)}/readyz`)
    return status === 503 && (await hosts.leader()) === null
  }, 60_000)
  victims.forEach(hosts.startEtcd)
  const restarted = performance.now()
  const served = await untilServed(people, restarted)
  const silent = longestSilence(people.sent, begin)
  await hosts.whole()
  return { what: 'two of three etcd killed', served: served - restarted, silent, whole: performance.now() - begin }
}

/** Hands the lead over on purpose, as an operator does before working on the leader. */
export async function switchOver(hosts: Hosts, people: Tellers): Promise<Course> {
  const [from, to] = [(await hosts.leader())!, (await hosts.hostOf('sync_standby'))!]
  const begin = performance.now()
  const done = hosts.patronictl(from, 'switchover', '--leader', from.name, '--candidate', to.name, '--force')
  await until(async () => {
    await sleep(100)
    return (await hosts.leader()) === to
  }, 60_000)
  const promoted = performance.now()
  const served = await untilServed(people, promoted)
  const silent = longestSilence(people.sent, begin)
  await done
  await hosts.whole()
  return {
    what: `switchover from ${from.name} to ${to.name}`,
    promoted: promoted - begin,
    served: served - promoted,
    silent,
    whole: performance.now() - begin,
  }
}

const seconds = (milliseconds: number | undefined) =>
  (milliseconds === undefined ? '-' : (milliseconds / 1000).toFixed(1)).padStart(9)

/** Returns the table of all failures, in seconds. */
export const tableOf = (courses: Course[]) =>
  [
    `${'seconds until'.padEnd(40)}  promoted    served    silent     whole`,
    ...courses.map(
      ({ what, promoted, served, silent, whole }) =>
        `${what.padEnd(40)} ${[promoted, served, silent, whole].map(seconds).join(' ')}`,
    ),
  ].join('\n')
