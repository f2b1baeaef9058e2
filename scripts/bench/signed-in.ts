import { type Browser, chromium, type Page } from '@playwright/test'

import { account, type Account } from '../../contract/people/account.ts'
import type { Answer } from '../../contract/shared/endpoint.ts'
import { findBrowser } from '../browser.ts'
import type { Server } from './shop-server.ts'

/** A person with a browser window of its own, and calls with the same session. */
export type Person = {
  page: Page
  call: (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<any>
}

/** Starts the Chromium of this machine. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

/** Opens a window that is signed in with the token of a session. It shows no page yet. */
export async function openSignedIn(browser: Browser, { port }: Server, token: string): Promise<Person> {
  const url = `http://127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call: Person['call'] = async (method, path, body) => {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const json = (await answer.json()) as { data: any; message: string }
    if (!answer.ok) throw new Error(`${method} ${path}: ${json.message}`)
    return json.data
  }
  const profile = (await (await fetch(url + account.profile.path, { headers })).json()) as Answer<
    typeof account.profile
  >
  const signed: Account = { ...profile, token }
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript((kept) => localStorage.setItem('account', kept), JSON.stringify(signed))
  return { page, call }
}
