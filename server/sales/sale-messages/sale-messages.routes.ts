import type { FastifyInstance } from 'fastify'

import { messageKindNames } from '../../../contract/sales/message-texts.ts'
import { messages } from '../../../contract/sales/messages.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { ok } from '../../resource/records.ts'
import {
  changeMessageSettings,
  queueTestMail,
  resetTemplate,
  saveTemplate,
} from '../messages/message-settings.operations.ts'
import { chooseMessages } from '../messages/messages.operations.ts'
import {
  findAddressee,
  findTestMail,
  findMessagesOfCustomer,
  listMessagesOfSale,
  listTemplates,
  readMessageSettings,
} from '../messages/messages.queries.ts'
import { findMisfit } from '../messages/messages.rules.ts'
import { findRejection } from '../messages/rejections.queries.ts'
import { findLinkObstacle } from '../order-links/mailed-links.operations.ts'
import { findSale } from '../sale/sales.queries.ts'
import { composeMessage, retryMessage, sendMessage } from './sale-messages.operations.ts'

/** Registers the endpoints of messages to customers. `canMail` says whether the server has a mail server and an address. */
export function messageRoutes(app: FastifyInstance, canMail: boolean) {
  const ofSale = async (db: Db | Tx, id: number) => {
    const { customerID } = await findSale(db, id)
    const to = customerID === null ? null : await findAddressee(db, customerID)
    const { customerLanguage } = await readMessageSettings(db)
    return ok({
      messages: await listMessagesOfSale(db, id),
      email: to?.email ?? null,
      language: to?.language ?? customerLanguage,
      refused: to?.refused ?? false,
      canMail: canMail && to !== null && to.email !== '',
      hasMailServer: canMail,
    })
  }

  serve(app, messages.ofSale, async ({ id }, { db }) => ofSale(db, id))

  serve(app, messages.compose, async ({ id }, context) => {
    const found = await findSale(context.db, id)
    const texts = []
    const linkObstacle = await findLinkObstacle(context.db, { kind: 'orderLink', saleID: id, createdAt: context.now })
    for (const kind of messageKindNames) {
      if (findMisfit(kind, found)) continue
      // The link to a canceled sale is mailed from the box of the links alone.
      if (kind === 'orderLink' && (found.status === 'Canceled' || linkObstacle !== null)) continue
      if (kind === 'proofRejected' && (await findRejection(context.db, id)) === null) continue
      const { subject, body } = await composeMessage(context, kind, found)
      texts.push({ kind, subject, body })
    }
    return ok(texts)
  })

  serve(app, messages.send, async ({ id, body }, context) => {
    await sendMessage(context, id, body, canMail)
    return ofSale(context.db, id)
  })

  serve(app, messages.retry, async ({ id, mailID }, context) => {
    await retryMessage(context, id, mailID)
    return ofSale(context.db, id)
  })

  serve(app, messages.ofCustomer, async ({ id }, { db }) => ok(await findMessagesOfCustomer(db, id)))

  serve(app, messages.choose, async ({ id, body }, context) => {
    await chooseMessages(context, id, body)
    return ok(await findMessagesOfCustomer(context.db, id))
  })

  messageSettingRoutes(app, canMail)
}

function messageSettingRoutes(app: FastifyInstance, canMail: boolean) {
  const read = async (db: Db | Tx) => {
    const { customerLanguage, messageKinds, quietFrom, quietUntil, updatedAt } = await readMessageSettings(db)
    const templates = await listTemplates(db)
    return ok({ customerLanguage, messageKinds, quietFrom, quietUntil, updatedAt, templates, canMail })
  }
  serve(app, messages.settings, async (_, { db }) => read(db))

  serve(app, messages.change, async ({ body }, context) => {
    await changeMessageSettings(context, body, canMail)
    return read(context.db)
  })

  serve(app, messages.saveTemplate, async ({ body }, context) => {
    await saveTemplate(context, body)
    return read(context.db)
  })

  serve(app, messages.resetTemplate, async ({ body }, context) => {
    await resetTemplate(context, body)
    return read(context.db)
  })

  serve(app, messages.test, async ({ body }, context) => ok({ mailID: await queueTestMail(context, body.email) }))

  serve(app, messages.testState, async ({ id }, { db }) => {
    const found = await findTestMail(db, id)
    if (!found) throw notFound('Test mail')
    return ok(found)
  })
}
