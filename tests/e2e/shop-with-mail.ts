import { test } from '@playwright/test'

import { startMailServer } from '../support/mail-server.ts'
import { dataFolder, removeFolder, type Server, startServer } from '../support/server.ts'

/** The administrator of such a shop. */
export const admin = { email: 'admin@shop.example', password: 'a password of the tests' }

/** A shop of a journey's own, and the mail server that takes its mails. */
type ShopWithMail = { server: Server; mails: Awaited<ReturnType<typeof startMailServer>> }

/** Starts a shop with a mail server before the journeys of a file, and stops both after them. Returns how to get them. */
export function useShopWithMail(): () => ShopWithMail {
  let folder: string
  let shop: ShopWithMail
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    folder = await dataFolder()
    const mails = await startMailServer()
    const server = await startServer({
      DATA_DIR: folder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      SMTP_URL: mails.url,
      PUBLIC_URL: 'https://amihan.example',
    })
    shop = { server, mails }
  })
  test.afterAll(async () => {
    shop.server.child.kill('SIGTERM')
    await shop.server.ended
    await shop.mails.close()
    await removeFolder(folder)
  })
  return () => shop
}
