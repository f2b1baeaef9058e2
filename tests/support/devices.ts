// Browsers for tests: each keeps its cookie and the token of whoever signed in, as a page does.
import type { FastifyInstance } from 'fastify'

import type { Account } from '../../contract/people/account.ts'
import { userPin } from '../../server/db/schema/drawers.ts'
import type { Db } from '../../server/kernel/database.ts'
import { hashPassword } from '../../server/people/passwords.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Returns a browser without a cookie. `token` is that of a person who is signed in. */
export function browserOf(app: FastifyInstance, token?: string) {
  let cookie: string | undefined
  let bearer = token
  const call = async (method: Method, url: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await app.inject({
      method,
      url,
      headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), ...(cookie && { cookie }), ...headers },
      ...(body && { payload: body }),
    })
    const set = response.headers['set-cookie']
    if (typeof set === 'string') cookie = set.split(';')[0]
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body }
  }
  return {
    call,
    /** Signs a person in with a PIN, and uses the session when the PIN is right. */
    async switch(userID: number, pin: string) {
      const answer = await call('POST', '/api/v1/device/switch', { userID, pin })
      if (answer.status === 200) bearer = (answer.body as Account).token
      return answer
    },
    get token() {
      return bearer
    },
    signOut() {
      bearer = undefined
    },
  }
}

let enrolled = 0

/** Returns the browser of a new device, in which nobody is signed in, and the key of the device. */
export async function enrolledBrowser(app: FastifyInstance, managerToken: string, drawerID: number | null = null) {
  const browser = browserOf(app, managerToken)
  const { status, body } = await browser.call('POST', '/api/v1/devices', { deviceName: `Till ${++enrolled}`, drawerID })
  if (status !== 201) throw new Error(body.message)
  browser.signOut()
  return { browser, deviceID: body.data.deviceID as number, deviceName: body.data.deviceName as string }
}

/** Gives people PINs, without their passwords. */
export async function givePins(db: Db, pins: readonly (readonly [userID: number, pin: string])[]) {
  for (const [userID, pin] of pins) {
    const pinHash = await hashPassword(pin)
    await db
      .insert(userPin)
      .values({ userID, pinHash, setAt: new Date() })
      .onConflictDoUpdate({ target: userPin.userID, set: { pinHash } })
  }
}
