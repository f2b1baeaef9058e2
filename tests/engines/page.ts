import { setTimeout as sleep } from 'node:timers/promises'

import type { Account } from '../../contract/people/account.ts'
import { until } from '../support/server.ts'
import type { Engine } from './engine.ts'
import { locate, located, type Place } from './locate.ts'
import type { Proxy } from './proxy.ts'

export type Page = ReturnType<typeof pageOf>

/** Returns the actions of journeys in one engine. Every action waits until the page is ready for it. */
export function pageOf(engine: Engine, proxy: Proxy) {
  /** Calls a function in the page. Its source text is sent there, so it may only use its argument. */
  const evaluate = async <Given, Result>(work: (given: Given) => Result, given: Given) =>
    (await engine.evaluate(`(${String(work)})(${JSON.stringify(given)})`)) as Awaited<Result>
  /** Retries `attempt` until it succeeds. Fails with the last error and the text of the page. */
  async function eventually<T>(attempt: () => Promise<T>, milliseconds = 15_000): Promise<T> {
    for (const end = Date.now() + milliseconds; ; await sleep(50)) {
      try {
        return await attempt()
      } catch (error) {
        if (Date.now() < end) continue
        const page = await evaluate(() => `${location.href}\n${document.body.innerText.slice(0, 400)}`, null)
        throw new Error(`${(error as Error).message}\n${page}`, { cause: error })
      }
    }
  }
  /** Waits for pending requests before it leaves a page, because engines report aborted requests as errors. */
  async function open(path: string) {
    await proxy.settle()
    await engine.open(proxy.url + path)
  }
  /** Opens a public page and waits for its scripts, whose first call counts the visit. */
  async function openPublic(path: string) {
    const visits = () => proxy.count('POST /api/shop/visits')
    const before = visits()
    await open(path)
    await until(() => visits() > before)
  }
  const isThere = (place: Place) => engine.evaluate(`(${String(locate)})(${JSON.stringify(located(place))}) !== null`)
  async function see(place: Place) {
    await eventually(async () => {
      if (!(await isThere(place))) throw new Error(`Not there: ${JSON.stringify(place)}`)
    })
  }
  async function miss(place: Place) {
    await eventually(async () => {
      if (await isThere(place)) throw new Error(`Still there: ${JSON.stringify(place)}`)
    })
  }
  const click = (place: Place) => eventually(() => engine.click(place))
  return {
    ...engine,
    evaluate,
    eventually,
    see,
    miss,
    click,
    open,
    openPublic,
    settle: proxy.settle,
    chooseFiles: (place: Place, paths: string[]) => eventually(() => engine.chooseFiles(place, paths)),
    /** Replaces a field's text by key presses. */
    async write(place: Place, text: string) {
      await click(place)
      await evaluate(() => {
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
      }, null)
      await engine.type(text)
    },
    /** Chooses from a list that opens under a field; typing narrows it. */
    async choose(place: Place, option: string, typed = '') {
      await click(place)
      if (typed) await engine.type(typed)
      await click({ role: 'option', starts: option })
    },
    async become(account: Account | null) {
      await openPublic('/about')
      await evaluate(
        (kept) => {
          if (kept) localStorage.setItem('account', kept)
          else localStorage.removeItem('account')
        },
        account && JSON.stringify(account),
      )
    },
  }
}
