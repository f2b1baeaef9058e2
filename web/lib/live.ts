import type { QueryClient } from '@tanstack/react-query'

import type { LiveEvent } from '../../contract/events/events.ts'
import type { EventEntity } from '../../contract/shared/events.ts'
import { collectChanges, createRefetcher } from './changes.ts'
import { type Ending, readEventStream, type Told } from './eventStream.ts'
import { tellNews } from './news.ts'
import { isHandledCall, isOwnCall } from './ownCalls.ts'
import { ownProfile } from './profile.ts'
import { tellTyping } from './typing.ts'

// Keeps what the screens show up to date. One tab of the browser reads the stream of events and passes it on to the
// others, because a browser opens only six connections to a server over HTTP/1.1. Where the browser has no locks (a shop
// without HTTPS), each visible tab reads a stream of its own.

/** Milliseconds after which a hidden tab stops reading. It catches up when it is shown again. */
const hiddenFor = 60_000
/** Milliseconds between two fetches while no stream can be read. */
const withoutStream = 60_000
/** Milliseconds that a sign-out in this browser may take until every tab has forgotten the account. */
const signOutTime = 1000
/** Milliseconds for which a tab remembers what it has read. */
const remembered = 30_000
/** Milliseconds without a sign of life after which a tab takes the stream of the other tab as lost. */
const silence = 40_000

/** A message between tabs: frames of the stream for one tab or for all, or the question of a new tab. */
type Post = { told: Told[]; to: number | null } | { asks: number }

/** Starts to follow the events of a user, and returns a function that stops. `since` is when the page began to fetch. */
export function followEvents(client: QueryClient, userID: number, since: number): () => void {
  const name = `alahas events of ${userID}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const refetch = createRefetcher(client)
  let place: string | null = null
  let lastSign = performance.now()
  /** The latest frames of this tab, for a tab that opens while this one reads the stream. */
  let recent: { at: number; told: Told }[] = []
  const me = Math.random()

  function receive({ frame, place: next }: Told) {
    lastSign = performance.now()
    place = next ?? place
    if (frame?.name === 'events') void apply(frame.data)
    if (frame?.name === 'typing') tellTyping(frame.data)
    if (frame?.name === 'refetch') refetch('everything')
  }

  async function apply(told: readonly LiveEvent[]) {
    const isOwn = await Promise.all(told.map(async ({ callID }) => isOwnCall(callID) && isHandledCall(callID!)))
    const fresh = told.filter((_, n) => !isOwn[n])
    refetch(collectChanges(fresh.flatMap(changesOf)))
    tellNews(fresh.filter(({ callID }) => !isOwnCall(callID)))
  }

  /** Reads streams, one after another, until the tab is hidden for long or the user is another one. */
  async function read(signal: AbortSignal) {
    for (let failures = 0; !signal.aborted; failures++) {
      const age = (performance.now() - since) / 1000
      const ending = await readEventStream({ from: place, age }, signal, (told) => {
        failures = 0
        receive(told)
        const now = performance.now()
        recent = [...recent.filter(({ at }) => now - at < remembered), { at: now, told }]
        post({ told: [told], to: null })
      })
      if (signal.aborted) return
      if (ending.reason === 'session') {
        // The role has changed, or the session has ended: the profile tells, and its 401 signs out. A sign-out in this
        // browser forgets the account meanwhile, and that stops this loop.
        await pause(signOutTime, signal)
        if (signal.aborted) return
        await client.fetchQuery({ ...ownProfile, staleTime: 0 }).catch(() => {})
      }
      await pause(waitAfter(ending, failures), signal)
    }
  }

  const stopShowing = whileShown(async (signal) => {
    // A hidden tab does not compete, so that the tab in front gets the lock when this one lets go.
    if (!navigator.locks || !channel) return read(signal)
    await navigator.locks.request(name, { signal }, () => read(signal)).catch(() => {})
  })
  // A channel has no origin to choose: it reaches tabs of this origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (post: Post) => channel?.postMessage(post)
  channel?.addEventListener('message', ({ data }: MessageEvent<Post>) => {
    if ('asks' in data) post({ told: recent.map(({ told }) => told), to: data.asks })
    else if (data.to === null || data.to === me) for (const told of data.told) receive(told)
  })
  post({ asks: me })
  const fallback = setInterval(() => {
    if (!document.hidden && performance.now() - lastSign > silence) refetch('everything')
  }, withoutStream)

  return () => {
    stopShowing()
    clearInterval(fallback)
    channel?.close()
  }
}

const changesOf = ({ entity, id, touched }: LiveEvent): [EventEntity, number[] | null][] => [
  [entity, id === null ? null : [id]],
  ...Object.entries(touched ?? {}).map(([other, keys]): [EventEntity, number[] | null] => [
    other as EventEntity,
    keys.length === 0 ? null : keys,
  ]),
]

/** Returns milliseconds until the next stream. They differ in each browser, so that not all connect at once. */
function waitAfter({ reason, retryAfter }: Ending, failures: number) {
  const least = reason === 'refused' && retryAfter ? retryAfter * 1000 : Math.min(30_000, 500 * 2 ** failures)
  return least * (0.5 + Math.random())
}

/** Runs `work` while the tab is shown, and ends it when the tab has been hidden for a while. */
function whileShown(work: (signal: AbortSignal) => Promise<void>) {
  let current: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  function change() {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => stop(), hiddenFor)
    else if (!current) {
      current = new AbortController()
      void work(current.signal)
    }
  }
  function stop() {
    current?.abort()
    current = null
  }
  document.addEventListener('visibilitychange', change)
  change()
  return () => {
    clearTimeout(timer)
    stop()
    document.removeEventListener('visibilitychange', change)
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
