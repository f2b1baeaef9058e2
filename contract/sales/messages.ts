import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Email, ID, LastRead, Moment } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { mailChannels, mailStates } from '../shared/mails.ts'
import { z } from '../shared/zod.ts'
import { automaticKinds, messageKindNames } from './message-texts.ts'

const Kind = z.enum(messageKindNames)
const Subject = z.string().trim().min(1).max(200)
const Body = z.string().trim().min(1).max(4000)

/** A time of the day in the shop's time zone. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 21:00')

/** A message to a customer, in the history of a sale and of a customer. */
export const CustomerMessage = z
  .object({
    mailID: ID,
    kind: Kind,
    channel: z.enum(mailChannels),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    state: z.enum(mailStates),
    /** Why it was not sent; null otherwise. */
    reason: z.string().nullable(),
    attempts: z.int(),
    /** When a queued message is tried next. */
    nextTryAt: Moment,
    sentAt: Moment.nullable(),
    createdAt: Moment,
    /** The sender's name; null when the shop sent it automatically. */
    askedByName: z.string().nullable(),
    saleID: ID,
    transactionNumber: z.string(),
  })
  .meta({ id: 'CustomerMessage' })
export type CustomerMessage = z.input<typeof CustomerMessage>

/** The messages of a sale, and whether its customer can get more. */
const SaleMessages = z
  .object({
    messages: z.array(CustomerMessage),
    /** The customer's e-mail; null for a sale without a customer. */
    email: z.string().nullable(),
    language: z.enum(languages),
    /** Whether the customer said no to messages. */
    refused: z.boolean(),
    /** Whether the shop can send e-mail to the customer. */
    canMail: z.boolean(),
    /** Whether the shop can send e-mail, also to an address that is typed for an invoice. */
    hasMailServer: z.boolean(),
  })
  .meta({ id: 'SaleMessages' })
export type SaleMessages = z.input<typeof SaleMessages>

/** A customer's choices about messages. */
export const MessageChoice = z.object({
  /** Null means the shop's language for customers. */
  language: z.enum(languages).nullable(),
  refused: z.boolean(),
})
export const CustomerMessages = MessageChoice.extend({ messages: z.array(CustomerMessage) }).meta({
  id: 'CustomerMessages',
})
export type CustomerMessages = z.input<typeof CustomerMessages>

export const MessageSettingsInput = z.object({
  /** The language for customers who have none. */
  customerLanguage: z.enum(languages),
  /** The kinds that the shop sends by itself. */
  messageKinds: z.array(z.enum(automaticKinds)).max(automaticKinds.length),
  /** No message is sent from this time until the other; null means at any time. */
  quietFrom: ClockTime.nullable(),
  quietUntil: ClockTime.nullable(),
})

const MessageTemplate = z.object({
  kind: Kind,
  language: z.enum(languages),
  subject: z.string(),
  body: z.string(),
  /** Whether the shop changed the text that it began with. */
  changed: z.boolean(),
  /** When the shop changed it last; null for the text that it began with. */
  updatedAt: Moment.nullable(),
})
export type MessageTemplate = z.input<typeof MessageTemplate>

const MessageSettings = MessageSettingsInput.extend({
  templates: z.array(MessageTemplate),
  /** Whether the server has a mail server and an address of its own for links. */
  canMail: z.boolean(),
  updatedAt: Moment,
}).meta({ id: 'MessageSettings' })
export type MessageSettings = z.input<typeof MessageSettings>

const TemplateKey = z.object({ kind: Kind, language: z.enum(languages) })
/** The `updatedAt` of the text as it was read. A call without it replaces any version. */
const LastText = { updatedAt: Moment.nullable().optional() }
export const TemplateInput = TemplateKey.extend({ subject: Subject, body: Body }).extend(LastText)
const TemplateReset = TemplateKey.extend(LastText)

/** A message by e-mail, or one that a person has sent by hand on another channel. */
export const SendInput = z
  .object({
    kind: Kind,
    channel: z.enum(mailChannels),
    /** The address that a person asked for at the counter. It is kept with this message alone. */
    email: Email.optional(),
  })
  .refine(({ kind, channel, email }) => email === undefined || (kind === 'invoice' && channel === 'email'), {
    error: 'Only an invoice by e-mail goes to a typed address',
    path: ['email'],
  })

export const messages = {
  ofSale: endpoint({
    method: 'GET',
    path: '/api/v1/sales/:id/messages',
    summary: 'Returns the messages to the customer about a sale',
    access: 'sales.read',
    tellsCash: 'sale',
    about: ['sale', 'customer', 'mail'],
    returns: answer(SaleMessages),
  }),
  compose: endpoint({
    method: 'GET',
    path: '/api/v1/sales/:id/message-texts',
    summary: 'Composes the messages that make sense for a sale, in the customer’s language, to copy or share',
    access: 'sales.read',
    tellsCash: 'sale',
    about: ['sale', 'customer', 'messageTemplate'],
    returns: answer(z.array(z.object({ kind: Kind, subject: z.string(), body: z.string() }))),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v1/sales/:id/messages',
    summary: 'Mails a message about a sale at once, or records one that was sent by hand',
    access: 'sales.write',
    tellsCash: 'sale',
    body: SendInput,
    returns: answer(SaleMessages),
    status: 201,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/v1/sales/:id/messages/:mailID/retry',
    summary: 'Tries to send a failed message again',
    access: 'sales.write',
    tellsCash: 'sale',
    returns: answer(SaleMessages),
    status: 201,
  }),
  ofCustomer: endpoint({
    method: 'GET',
    path: '/api/v1/customers/:id/messages',
    summary: 'Returns a customer’s language, consent and messages',
    access: 'sales.read',
    tellsCash: 'customer',
    about: ['customer', 'sale', 'mail'],
    returns: answer(CustomerMessages),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/v1/customers/:id/messages',
    summary: 'Sets a customer’s language, and whether the customer gets messages',
    access: 'sales.write',
    tellsCash: 'customer',
    body: MessageChoice,
    returns: answer(CustomerMessages),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/settings/messages',
    summary: 'Returns the settings and texts of messages to customers',
    access: 'system.manage',
    about: ['messageTemplate', 'shopSetting'],
    returns: answer(MessageSettings),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/messages',
    summary: 'Changes which messages the shop sends by itself, and when',
    access: 'system.manage',
    body: MessageSettingsInput.extend(LastRead),
    returns: answer(MessageSettings),
  }),
  saveTemplate: endpoint({
    method: 'PUT',
    path: '/api/v1/settings/message-templates',
    summary: 'Changes the text of a message in a language',
    access: 'system.manage',
    body: TemplateInput,
    returns: answer(MessageSettings),
  }),
  resetTemplate: endpoint({
    method: 'POST',
    path: '/api/v1/settings/message-templates/reset',
    summary: 'Replaces the text of a message in a language by the text that a shop begins with',
    access: 'system.manage',
    body: TemplateReset,
    returns: answer(MessageSettings),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/v1/settings/test-mail',
    summary: 'Queues a test mail and returns its state',
    access: 'system.manage',
    body: z.object({ email: Email }),
    returns: answer(z.object({ mailID: ID })),
    status: 201,
  }),
  testState: endpoint({
    method: 'GET',
    path: '/api/v1/settings/test-mail/:id',
    summary: 'Returns what became of a test mail',
    access: 'system.manage',
    about: ['mail'],
    returns: answer(z.object({ state: z.enum(mailStates), reason: z.string().nullable() })),
  }),
}
