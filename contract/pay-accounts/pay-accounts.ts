import { answer, BooleanFilter, FileAnswer, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint, privateFile } from '../shared/endpoint.ts'
import { fromText, ID, LastRead, optional, required, Stamps, StoredPicture } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { activeAccountsAtMost, payAccountKinds, payCurrencies } from './pay-account-rules.ts'

/** Maximum bytes of the picture of a QR code. */
export const qrBytes = 8 * 2 ** 20

/** The password of the administrator, which every change of an account needs. */
const currentPassword = z.string({ error: 'Current password is required' }).min(1).max(200)

/** An account as an administrator enters it. It accepts numbers and booleans as the text of a multipart form. */
export const PayAccountInput = z.object({
  kind: z.enum(payAccountKinds),
  /** The name of the bank or wallet. GCash and Maya have none. */
  bankOrWallet: optional(60),
  holder: required(120),
  /** The number as `readAccountNumber` accepts it for the kind; the address of a card link. */
  number: required(300),
  /** A sentence that buyers read with the account. */
  note: optional(300),
  currency: z.enum(payCurrencies).optional(),
  /** The type of a payment into this account. */
  paymentTypeID: fromText(ID),
  /** Whether the bank gives a reference to several transfers. The day and the amount then tell them apart. */
  referencesRepeat: fromText(z.boolean().optional()),
  status: fromText(z.boolean().optional()),
  currentPassword,
})
export type PayAccountInput = z.output<typeof PayAccountInput>

/** The new order of the active accounts, and the order that the administrator has read. */
export const PayAccountOrder = z.object({
  payAccountIDs: z.array(ID).min(1).max(activeAccountsAtMost),
  before: z.array(ID).min(1).max(activeAccountsAtMost),
  currentPassword,
})

export const PayAccount = z
  .object({
    payAccountID: ID,
    kind: z.enum(payAccountKinds),
    bankOrWallet: z.string().nullable(),
    holder: z.string(),
    number: z.string(),
    note: z.string().nullable(),
    currency: z.enum(payCurrencies),
    paymentTypeID: ID,
    paymentTypeName: z.string(),
    /** Whether the account has a picture of a QR code. */
    hasQr: z.boolean(),
    /** Whether the bank gives a reference to several transfers. */
    referencesRepeat: z.boolean(),
    /** Whether buyers see the account. */
    status: z.boolean(),
    /** The place among the active accounts, from 1; null for an inactive one. */
    position: z.int().nullable(),
    ...Stamps,
  })
  .meta({ id: 'PayAccount' })
export type PayAccountRow = z.input<typeof PayAccount>

const access = 'pay_accounts.manage'
const about = ['payAccount', 'paymentType'] as const
const sortable = [
  'payAccountID',
  'position',
  'kind',
  'bankOrWallet',
  'holder',
  'number',
  'currency',
  'paymentTypeName',
  'status',
  'updatedAt',
] as const

export const payAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/pay-accounts',
    summary: 'Lists the accounts into which buyers pay, in the order in which buyers see them',
    access,
    about,
    query: listQuery(sortable, {
      kind: z.enum(payAccountKinds).optional(),
      currency: z.enum(payCurrencies).optional(),
      status: BooleanFilter,
    }).extend({ sort: z.enum(sortable.flatMap((field) => [field, `-${field}` as const])).default('position') }),
    returns: pageOf(PayAccount),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/pay-accounts/:id',
    summary: 'Returns an account into which buyers pay',
    access,
    about,
    returns: answer(PayAccount),
  }),
  qr: endpoint({
    method: 'GET',
    path: '/api/v1/pay-accounts/:id/qr',
    summary: 'Returns the picture of the QR code of an account',
    access,
    about,
    returns: FileAnswer,
    file: privateFile,
  }),
  // The writes do not honour Idempotency-Key, because a wrong password must stay counted.
  create: endpoint({
    method: 'POST',
    path: '/api/v1/pay-accounts',
    summary: 'Creates an account into which buyers pay, with the password, and tells all administrators',
    access,
    body: PayAccountInput.omit({ status: true }),
    files: { qr: 1 },
    fileBytes: qrBytes,
    returns: answer(PayAccount),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/pay-accounts/:id',
    summary: 'Changes an account or its QR code, with the password, and tells all administrators',
    access,
    // Empty text or null removes the picture of the QR code.
    body: PayAccountInput.extend({ qr: StoredPicture, ...LastRead }),
    files: { qr: 1 },
    fileBytes: qrBytes,
    returns: answer(PayAccount),
  }),
  order: endpoint({
    method: 'PUT',
    path: '/api/v1/pay-accounts/order',
    summary: 'Changes the order of the active accounts, with the password, and tells all administrators',
    access,
    body: PayAccountOrder,
    returns: answer(z.object({ payAccountIDs: z.array(ID) })),
  }),
}
