import { afterAll, expect, test } from 'vitest'

import { runningCluster } from '../../server/db/embedded.ts'
import { dataFolder, removeFolder, until } from '../support/server.ts'
import { mailServer } from '../support/smtp.ts'
import { admin, openedShop, runScript, stopped } from './shop.ts'

const mail = await mailServer()
const { folder, start, postgres, clean } = await openedShop()
afterAll(clean)

const make = (env: Record<string, string>, ...given: string[]) => runScript('sign-in-link.ts', env, ...given)
const printed = /^ {2}(http:\S+)\/login#link=([\w-]{43})$/m

/** Uses a link's token. Returns the status and the signed-in user. */
async function use(url: string, token: string) {
  const response = await fetch(`${url}/api/v1/sign-in-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return [response.status, ((await response.json()) as { email?: string }).email]
}

test(
  'the last administrator gets a link with or without a running server, and it works once',
  { timeout: 90_000 },
  async () => {
    const first = await start({ SMTP_URL: mail.url })
    const settings = { DATA_DIR: folder, PORT: new URL(first.url).port, SMTP_URL: mail.url }
    const beside = await make(settings, admin.ADMIN_EMAIL.toUpperCase())
    expect(beside).toMatchObject({ code: 0, err: '', out: expect.stringContaining('The server mails a link as well.') })
    const [line, address, token] = printed.exec(beside.out)!
    // The mail has a link of its own.
    await until(() => mail.mails.length === 1)
    const [{ to, text } = { to: '', text: '' }] = mail.mails
    expect([to, text.includes(`${first.url}/login#link=`), text.includes(line.trim())]).toEqual([
      admin.ADMIN_EMAIL,
      true,
      false,
    ])
    expect(address).toBe(first.url)
    expect(await use(first.url, token!)).toEqual([200, admin.ADMIN_EMAIL])
    expect(await use(first.url, token!)).toEqual([401, undefined])
    const elsewhere = await make(
      { DATABASE_URL: (await runningCluster(`${folder}/db`))!('shop') },
      'nobody@shop.example',
    )
    expect(elsewhere).toEqual({ code: 1, out: '', err: 'Nobody here has the e-mail nobody@shop.example\n' })
    expect(await stopped(first)).toBe(0)

    const away = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://shop.example' }
    const without = await make({ DATA_DIR: folder, ...away }, admin.ADMIN_EMAIL)
    expect(without).toMatchObject({ code: 0, err: '' })
    expect(without.out).toContain('The server mails a link as well.')
    expect(printed.exec(without.out)![1]).toBe('http://shop.example')
    expect(await postgres()).toBeNull()
    const second = await start()
    expect(await use(second.url, printed.exec(without.out)![2]!)).toEqual([200, admin.ADMIN_EMAIL])
    expect(await stopped(second)).toBe(0)
  },
)

test(
  'a missing e-mail address or shop is reported in one line, and nothing is created',
  { timeout: 30_000 },
  async () => {
    const empty = await dataFolder()
    try {
      const none = { code: 1, out: '', err: `There is no shop in ${empty} yet\n` }
      expect(await make({ DATA_DIR: empty }, admin.ADMIN_EMAIL)).toEqual(none)
      const whose = { code: 1, out: '', err: 'Whose? npm run sign-in-link -- EMAIL\n' }
      expect(await make({ DATA_DIR: empty })).toEqual(whose)
    } finally {
      await removeFolder(empty)
    }
  },
)
