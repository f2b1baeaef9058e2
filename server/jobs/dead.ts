import { transact } from '../db/transaction.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { bossIn, type JobData } from './boss.ts'

type SourceQueue = keyof JobData

/** A job that failed too often, with the queue that it came from. */
export type DeadJob = { queue: SourceQueue; key: string; reason: string; failedAt: Date; times: number }

/** Identifies a failed work: jobs of the same queue with the same key do the same work. */
type Which = Pick<DeadJob, 'queue' | 'key'>

/** Maximum number of failed jobs that are read. Each is one work or one mail, so more would say nothing new. */
const most = 1000

/** Lists what failed too often, newest first. A work that failed several times is listed once. */
export async function listDead(db: Db | Tx): Promise<DeadJob[]> {
  const jobs = await bossIn(db).findJobs('dead', { queued: true, limit: most })
  const found = new Map<string, DeadJob>()
  for (const { sourceName, singletonKey, sourceOutput, createdOn } of jobs) {
    const queue = sourceName as SourceQueue
    const key = singletonKey ?? ''
    const one = { queue, key, reason: reasonOf(sourceOutput), failedAt: new Date(createdOn) }
    const earlier = found.get(`${queue} ${key}`)
    const newest = earlier && earlier.failedAt > one.failedAt ? earlier : one
    found.set(`${queue} ${key}`, { ...newest, times: (earlier?.times ?? 0) + 1 })
  }
  return [...found.values()].toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
}

/** Returns the sentence that a failed job left. pg-boss itself leaves one for a job that took too long. */
function reasonOf(output: object | null): string {
  const { message } = (output ?? {}) as { message?: unknown }
  return typeof message === 'string' && message ? message : 'It did not end in time'
}

/** Adds a failed job to its queue again. Returns false when it is no longer in the list. */
export const tryAgain = (db: Db | Tx, which: Which): Promise<boolean> =>
  transact(db, async (tx) => {
    const [newest, ...others] = await findIDs(tx, which)
    if (newest === undefined) return false
    const boss = bossIn(tx)
    if (others.length > 0) await boss.deleteJob('dead', others)
    const moved = await boss.redrive('dead', { ids: [newest] })
    // The queue has another job of this key already, which does the same work.
    if (moved === 0) await boss.deleteJob('dead', newest)
    return true
  })

/** Removes a failed job from the list. Returns false when it is no longer in the list. */
export async function giveUp(db: Db | Tx, which: Which): Promise<boolean> {
  const ids = await findIDs(db, which)
  if (ids.length > 0) await bossIn(db).deleteJob('dead', ids)
  return ids.length > 0
}

/** Deletes every job of a queue, also those that failed too often. */
export async function deleteJobs(db: Db | Tx, queue: SourceQueue) {
  const boss = bossIn(db)
  await boss.deleteAllJobs(queue)
  const dead = async () => {
    const jobs = await boss.findJobs('dead', { queued: true, limit: most })
    return jobs.filter(({ sourceName }) => sourceName === queue).map(({ id }) => id)
  }
  for (let ids = await dead(); ids.length > 0; ids = await dead()) await boss.deleteJob('dead', ids)
}

/** Returns the keys of the listed jobs of a work, newest first. */
async function findIDs(db: Db | Tx, { queue, key }: Which): Promise<string[]> {
  const jobs = await bossIn(db).findJobs('dead', { key, queued: true, limit: most })
  return jobs
    .filter(({ sourceName }) => sourceName === queue)
    .toSorted((a, b) => new Date(b.createdOn).getTime() - new Date(a.createdOn).getTime())
    .map(({ id }) => id)
}
