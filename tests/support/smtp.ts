import { afterAll } from 'vitest'

import type { Db } from '../../server/kernel/database.ts'
import { createMailWork } from '../../server/mail-work.ts'
import { createSender } from '../../server/mail/transport.ts'
import { startMailServer } from './mail-server.ts'

/** Starts a mail server that ends with the test file. */
export async function mailServer() {
  const server = await startMailServer()
  afterAll(server.close)
  return server
}

/** Returns the function that sends a queued mail by a mail server of the tests, as the job of that mail does. */
export const mailWork = (
  db: Db,
  smtpUrl: string,
  publicUrl = 'https://amihan.example',
  timeout = 500,
  deadline = 5000,
) =>
  createMailWork({
    db,
    send: createSender(smtpUrl, 'hello@amihan.example', timeout, deadline),
    publicUrl,
    pictures: { store: async () => [], png: async () => null, jpeg: async () => null, show() {} },
  })
