import type { Page } from '@playwright/test'

import type { DrawerSessionRow } from '../../contract/drawers/drawer-sessions.ts'
import type { DrawerRow } from '../../contract/drawers/drawers.ts'
import type { Account } from '../../contract/people/account.ts'
import type { RoleID } from '../../contract/shared/permissions.ts'
import { countOf } from '../support/drawers.ts'
import { password, unique } from '../support/journeys.ts'
import { dataFolder, removeFolder, startServer } from '../support/server.ts'

// A shop of its own for the journeys of cash drawers, because its drawers would refuse the cash of other journeys.

type Data<T> = { data: T }
export type DrawerShop = Awaited<ReturnType<typeof openDrawerShop>>

/** Starts an empty shop, and returns what its journeys need. */
export async function openDrawerShop() {
  const folder = await dataFolder()
  const server = await startServer({ DATA_DIR: folder, ADMIN_EMAIL: 'admin@shop.example', ADMIN_PASSWORD: password })

  async function call<T>(account: Account | null, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(account && { authorization: `Bearer ${account.token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer as T
  }
  const signIn = (email: string) => call<Account>(null, 'POST', '/api/v1/login', { email, password })

  return {
    url: server.url,
    call,

    /** Makes and signs in a person of that role. */
    async accountOf(roleID: RoleID, firstName = 'Tester'): Promise<Account> {
      const username = unique('user')
      const email = `${username}@journeys.example`
      const name = { firstName, lastName: username.slice(-8), username, email, password, roleID, status: true }
      await call(await signIn('admin@shop.example'), 'POST', '/api/v1/users', name)
      return signIn(email)
    },

    /** Opens a screen as this person. */
    async openAs(page: Page, account: Account, path: string) {
      await page.goto(`${server.url}/login`)
      await page.evaluate((text) => localStorage.setItem('account', text), JSON.stringify(account))
      await page.goto(server.url + path)
    },

    /** Makes an item of ₱900 with stock at a location, and returns its key and its code. */
    async makeItem(manager: Account, locationID: number) {
      const code = unique('C')
      const category = { categoryCode: code, categoryName: code }
      const { data } = await call<Data<{ categoryID: number }>>(manager, 'POST', '/api/v1/categories', category)
      const itemCode = unique('RG').replace(' ', '-')
      const about = { itemName: unique('Ring'), categoryID: data.categoryID, uom: 'PCS', grams: 3, price: 900 }
      const stock = { locationID, inventoryTypeID: 1, reOrderThreshold: 0, quantity: 9, cost: 400 }
      const made = await call<Data<{ itemID: number }>>(manager, 'POST', '/api/v1/item-inventory', {
        itemCode,
        ...about,
        ...stock,
      })
      return { itemCode, itemID: made.data.itemID }
    },

    /** Makes a location and returns its key. */
    async makeLocation(manager: Account): Promise<number> {
      const { data } = await call<Data<{ locationID: number }>>(manager, 'POST', '/api/v1/locations', {
        locationName: unique('Annex'),
      })
      return data.locationID
    },

    makeDrawer: async (manager: Account, drawerName: string, locationID: number) =>
      (await call<Data<DrawerRow>>(manager, 'POST', '/api/v1/drawers', { drawerName, locationID })).data,

    /** Opens a drawer with so many pesos. */
    open: async (account: Account, { drawerID }: Pick<DrawerRow, 'drawerID'>, pesos: number) =>
      (await call<Data<DrawerSessionRow>>(account, 'POST', `/api/v1/drawers/${drawerID}/sessions`, countOf(pesos)))
        .data,

    async end() {
      server.child.kill('SIGTERM')
      await server.ended
      await removeFolder(folder)
    },
  }
}
