import { readSettings } from './company/settings.ts'
import type { Pictures } from './files/pictures.ts'
import type { Db } from './kernel/database.ts'
import { type Prepare, sendQueuedMail } from './mail/send.ts'
import type { Send } from './mail/transport.ts'
import { prepareDigest } from './people/digest/prepare-digest.ts'
import { prepareSignInLink } from './people/sign-in-link.ts'
import { prepareMessage } from './sales/sale-messages/prepare-message.ts'

export type MailServices = {
  db: Db
  send: Send | undefined
  publicUrl: string | undefined
  pictures: Pictures
}

/** Returns the function that sends the mail with a key. Each subject completes the mails of its kinds. */
export function createMailWork({ db, send, publicUrl, pictures }: MailServices) {
  const prepare: Prepare = async (inside, row) => {
    if (row.kind === 'signInLink') return prepareSignInLink(inside, row)
    if (row.kind === 'digest') return prepareDigest(inside, row, publicUrl)
    if (row.kind === 'test') return {}
    return prepareMessage(inside, row, { pictures, publicUrl })
  }
  const nameSender = async () => (await readSettings(db)).companyName
  return (mailID: number) => sendQueuedMail({ db, send, nameSender, prepare }, mailID)
}
