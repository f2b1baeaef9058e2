import type { Query, QueryClient } from '@tanstack/react-query'

import { type EventEntity, eventsAboutEverything } from '../../contract/shared/events.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The kinds of record that the answer is about, as its endpoint declares them. */
      about: readonly EventEntity[] | 'everything'
      /** The key of the one record of the first kind that the answer is about. */
      id?: number
      /** Whether a form holds the answer, so that a change by others must not replace it. */
      inForm?: true
      /** Whether several people work on the answer at once, so that each must see within a second what the others do. */
      isShared?: true
    }
  }
}

/** Changed records: their kind and keys. Null means many, and `everything` the whole shop. */
export type Changes = ReadonlyMap<EventEntity, readonly number[] | null> | 'everything'

/** Reads the X-Changed header of a response: `sale=12;inventory=3,4;item=*`. */
export function readChanges(header: string): Changes {
  const parts = header.split(';').filter((part) => part !== '')
  return collectChanges(
    parts.map((part) => {
      const [entity, keys] = part.split('=') as [EventEntity, string]
      return [entity, keys === '*' ? null : keys.split(',').map(Number)]
    }),
  )
}

/** Joins the keys of each kind. */
export function collectChanges(all: readonly (readonly [EventEntity, readonly number[] | null])[]): Changes {
  const changes = new Map<EventEntity, readonly number[] | null>()
  for (const [entity, keys] of all) {
    if (eventsAboutEverything.has(entity)) return 'everything'
    const before = changes.get(entity)
    changes.set(entity, keys === null || before === null ? null : [...(before ?? []), ...keys])
  }
  return changes
}

/** Whether the answer of a query can have changed. */
export function isAbout({ meta }: Pick<Query, 'meta'>, changes: Changes): boolean {
  if (!meta || changes === 'everything') return true
  const { about, id } = meta
  if (about === 'everything') return changes.size > 0
  return about.some((entity, n) => {
    const keys = changes.get(entity)
    if (keys === undefined) return false
    return n > 0 || id === undefined || keys === null || keys.includes(id)
  })
}

/** Fetches what a write of this page has changed, also in its forms. */
export const refetchOwnChanges = (client: QueryClient, changes: Changes) =>
  client.invalidateQueries({ predicate: (query) => isAbout(query, changes) })

/** Shortest and longest time between two fetches of one query because of others' changes, in milliseconds. */
const shortest = 1000
const longest = 30_000
/** The shortest time for a query that people share. It rests at least as long as it took: half the time is its own. */
const shortestShared = 200
/**
 * A query whose answer takes longer than this (milliseconds) is fetched more rarely, so that busy hours do not only
 * compute dashboards: it rests so many times as long as it took.
 */
const slow = 500
const durations = 10
/** Pages do not all fetch in the same moment, in milliseconds. */
const spread = 100

/**
 * Returns a function that fetches what others have changed: at once, and then at most once in a while for each query.
 * A query that no screen shows is fetched when a screen shows it.
 */
export function createRefetcher(client: QueryClient) {
  /** Until when each query rests, and whether it changed meanwhile. */
  const resting = new Map<string, { changed: boolean }>()

  async function refetch(query: Query) {
    const rest = { changed: false }
    resting.set(query.queryHash, rest)
    await sleep(Math.random() * spread)
    const start = performance.now()
    // A first fetch that began before the change may have missed it, and cannot be started again before it ends.
    while (query.state.data === undefined && query.state.fetchStatus === 'fetching') await sleep(100)
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    const took = performance.now() - start
    await sleep(restAfter(took, query.meta?.isShared === true))
    resting.delete(query.queryHash)
    if (rest.changed && query.isActive()) void refetch(query)
  }

  return (changes: Changes) => {
    for (const query of client.getQueryCache().findAll({ predicate: (query) => isAbout(query, changes) })) {
      if (query.meta?.inForm) continue
      const rest = resting.get(query.queryHash)
      if (!query.isActive()) query.invalidate()
      else if (rest) rest.changed = true
      else void refetch(query)
    }
  }
}

const restAfter = (took: number, isShared: boolean) =>
  isShared
    ? Math.min(longest, Math.max(shortestShared, took))
    : took > slow
      ? Math.min(longest, took * durations)
      : shortest

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
