import { setTimeout as sleep } from 'node:timers/promises'

import type { Account } from '../../contract/people/account.ts'
import { until } from '../support/server.ts'
import type { Engine } from './engine.ts'
import { locate, located, type Place } from './locate.ts'
import type { Proxy } from './proxy.ts'

export type Page = ReturnType<typeof pageOf>

/** What journeys do with an engine. Whatever is looked for or done is waited for until the page is that far. */
export function pageOf(engine: Engine, proxy: Proxy) {
  /** Calls a function in the page: its text goes there, so that it must use nothing but what it is given. */
  const evaluate = async <Given, Result>(work: (given: Given) => Result, given: Given) =>
    (await engine.evaluate(`(${String(work)})(${JSON.stringify(given)})`)) as Awaited<Result>
  /** Tries again until it succeeds; fails with the last failure and what the page says then. */
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
  /** Leaves a page when it has all that it asked for: engines call a request that is broken off an error. */
  async function open(path: string) {
    await proxy.settle()
    await engine.open(proxy.url + path)
  }
  /** Opens a page of the public site, and waits for its scripts: they begin with counting the visit. */
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
    /** Writes over what a field says, by its keys. */
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
