// `npm run bench:live-console` measures the console of a live in Chromium while an evening goes on: two servers, three people
// at one live, and viewers who write in bursts. One person pastes what they write and moves the pieces by Page Down, one types
// claims by keyboard, one only looks. Prints the time until a comment is on another person's screen, the time from a key until
// the screen shows it, and how many claims were typed in a minute. Exits 1 where a target is missed. A number of pieces may
// follow.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Page } from '@playwright/test'

import { connect } from '../../server/db/client.ts'
import { openSession } from '../../server/http/session.ts'
import { percentile } from './load.ts'
import { type Place, withOwnPlace } from './own-shop.ts'
import { fill } from './sale-seed.ts'
import { startServer } from './shop-server.ts'
import { launchBrowser, openSignedIn, type Person } from './signed-in.ts'
import { ms, table, whole } from './tables.ts'

const pieces = Number(process.argv[2] ?? 60)
/** The viewers write this many comments in the first second of a piece, which is on show for these milliseconds. */
const [burst, showFor] = [40, 3000]
/** Milliseconds between two keys of the person who types, about 60 words a minute. */
const keyInterval = 200
const [mostUntilSeen, mostPerKey, leastClaims] = [1000, 50, 20]

/** Returns a name of letters alone, since digits in a comment are read as the number of a piece. */
const nameOf = (n: number) => `buyer${Array.from(String(n), (digit) => 'abcdefghij'[Number(digit)]).join('')}`

/** Runs in the page. Keeps the moment at which each name first stands among the comments. */
function watchComments() {
  const seen: Record<string, number> = {}
  Object.assign(window, { seen })
  const look = () => {
    for (const name of document.querySelectorAll('[data-comment] b')) seen[name.textContent] ??= Date.now()
  }
  new MutationObserver(look).observe(document.querySelector('.live-console')!, { childList: true, subtree: true })
}

/** Runs in the page. Keeps the milliseconds from each key until a frame shows what it did. */
function watchKeys() {
  const keys: Record<string, number[]> = { letter: [], Enter: [], PageDown: [] }
  Object.assign(window, { keys })
  const heading = () => document.querySelector('.live-show h2')?.textContent
  const box = () => document.querySelector<HTMLInputElement>('.live-console form input')?.value
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      const kind = key.length === 1 ? 'letter' : key
      const [shown, typed] = [heading(), box()]
      const isDone = () => (kind === 'PageDown' ? heading() !== shown : box() !== typed)
      const wait = () =>
        void requestAnimationFrame(() => {
          // The task after the frame begins when it has been drawn.
          if (isDone()) setTimeout(() => keys[kind]?.push(performance.now() - timeStamp))
          else wait()
        })
      if (keys[kind]) wait()
    },
    true,
  )
}

const readSeen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen) // The script above sets it.
const readKeys = (page: Page) => page.evaluate(() => (window as unknown as { keys: Record<string, number[]> }).keys) // Likewise.

/** Plans and starts a live of the first items, and returns its path and its key. */
async function startLive({ call }: Person) {
  const now = Date.now()
  const { liveID, updatedAt } = await call('POST', '/api/v1/lives', {
    liveName: 'A busy evening',
    platforms: ['TikTok'],
    plannedStart: new Date(now).toISOString(),
    expectedEnd: new Date(now + 3 * 3_600_000).toISOString(),
    locationID: 1,
    transactionTypeID: 1,
    lineLength: 2,
  })
  const path = `/api/v1/lives/${liveID}`
  const planned = Array.from({ length: pieces }, (_, n) => ({ itemID: n + 1, quantity: 1 }))
  await call('PUT', `${path}/pieces`, { pieces: planned, updatedAt })
  await call('PUT', `${path}/start`)
  return { path, liveID }
}

/** Writes what viewers write about a piece. Four of ten claim it. */
const writeBurst = (piece: number, from: number) =>
  Array.from({ length: burst }, (_, n) => ({
    name: nameOf(piece * 1000 + n),
    text:
      n % 10 < 4 ? ['mine', 'akin po', `mine ${piece}`, 'MINE!!'][n % 4]! : ['ganda po', '❤️', 'hm shipping?'][n % 3]!,
    writtenAt: new Date(from + n * 25).toISOString(),
  }))

/** Shows each piece, pastes what is written about it, and accepts what is certain. Returns when each name was sent. */
async function host({ page, call }: Person, path: string, isOver: { now: boolean }) {
  const sent = new Map<string, number>()
  for (let piece = 1; piece <= pieces; piece++) {
    const began = Date.now()
    await page.keyboard.press('PageDown')
    for (let part = 0; part < 4; part++) {
      await sleep(250)
      const comments = writeBurst(piece, began).slice((part * burst) / 4, ((part + 1) * burst) / 4)
      const at = Date.now()
      await call('POST', `${path}/pasted-comments`, { platform: 'TikTok', comments })
      for (const { name, text } of comments) if (!/mine|akin/i.test(text)) sent.set(name, at)
    }
    const waiting: any[] = await call('GET', `${path}/undecided-comments`)
    const commentIDs = waiting.filter(({ isCertain }) => isCertain).map(({ comment }) => comment.commentID)
    if (commentIDs.length > 0) {
      const at = Date.now()
      await call('PUT', `${path}/accepted-comments`, { commentIDs: commentIDs.slice(0, 40) })
      for (const { comment, isCertain } of waiting) if (isCertain) sent.set(comment.name, at)
    }
    await sleep(Math.max(0, began + showFor - Date.now()))
  }
  isOver.now = true
  return sent
}

/** Types claims by keyboard until the evening is over. Returns when each was sent, and how many there were in a minute. */
async function typeClaims({ page }: Person, isOver: { now: boolean }) {
  const sent = new Map<string, number>()
  const began = Date.now()
  for (let n = 0; !isOver.now; n++) {
    const name = nameOf(n)
    await page.keyboard.type(`${1 + (n % pieces)} ${name}`, { delay: keyInterval })
    sent.set(name, Date.now())
    await page.keyboard.press('Enter')
    await sleep(keyInterval)
  }
  return { sent, inMinute: (sent.size * 60_000) / (Date.now() - began) }
}

async function measure({ folder, newShop }: Place) {
  const url = await newShop(fill)
  const servers = [await startServer(url, folder), await startServer(url, folder)] as const
  const { db, pool } = connect(url, 2)
  const tokens = await Promise.all(['host', 'typist', 'watcher'].map((name) => openSession(db, 1, name)))
  await pool.end()
  const browser = await launchBrowser()
  try {
    const [hosting, typing, watching] = await Promise.all(
      tokens.map((token, n) => openSignedIn(browser, servers[n % 2]!, token)),
    )
    const people = [hosting!, typing!, watching!]
    const { path, liveID } = await startLive(hosting!)
    for (const { page } of people) {
      await page.goto(`/live?id=${liveID}`)
      await page.getByRole('textbox', { name: 'Claim' }).waitFor()
      await page.evaluate(watchComments)
      await page.evaluate(watchKeys)
    }
    await hosting!.page.keyboard.press('PageDown')
    const isOver = { now: false }
    const [pasted, typed] = await Promise.all([host(hosting!, path, isOver), typeClaims(typing!, isOver)])
    await sleep(3000)
    const rows: string[][] = []
    /** Adds a row of the printed table, judged by its 99th of a hundred. */
    function row(what: string, taken: number[], most: number) {
      const judged = percentile(taken, 0.99)
      rows.push([
        what,
        whole(taken.length),
        ms(percentile(taken, 0.5)),
        ms(judged),
        ms(Math.max(...taken)),
        `≤ ${most}`,
      ])
      if (judged > most) process.exitCode = 1
    }
    for (const [who, { page }] of [
      ['a watcher', watching!],
      ['the host', hosting!],
      ['the typist', typing!],
    ] as const) {
      const seen = await readSeen(page)
      const from = (sent: Map<string, number>) =>
        [...sent].map(([name, at]) => (seen[name] ?? Number.POSITIVE_INFINITY) - at)
      row(`a pasted comment, on the screen of ${who}`, from(pasted), mostUntilSeen)
      row(`a typed claim, on the screen of ${who}`, from(typed.sent), mostUntilSeen)
    }
    const [ofHost, ofTypist] = [await readKeys(hosting!.page), await readKeys(typing!.page)]
    row('a letter in the box', ofTypist['letter']!, mostPerKey)
    row('Enter in the box', ofTypist['Enter']!, mostPerKey)
    row('Page Down', ofHost['PageDown']!, mostPerKey)
    console.log(
      `${pieces} pieces, ${pasted.size} comments pasted, ${typed.sent.size} typed, load ${loadavg()[0]!.toFixed(1)}`,
    )
    console.log(table(['At the console', 'number', 'p50 ms', 'p99 ms', 'slowest ms', 'target ms'], rows))
    console.log(
      `claims typed in a minute, at ${keyInterval} ms a key: ${typed.inMinute.toFixed(1)} (at least ${leastClaims})`,
    )
    if (typed.inMinute < leastClaims) process.exitCode = 1
  } finally {
    await browser.close()
    for (const server of servers) await server.close()
  }
}

// Measure with durable commits, as in a real shop.
await withOwnPlace(measure, { fsync: true })
