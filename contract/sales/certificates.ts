import { uoms } from '../catalogue/items.ts'
import { karats } from '../catalogue/karats.ts'
import { answer, BooleanFilter, FileAnswer, IDFilter, IDsFilter, listQuery, pageOf } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, ID, Moment, optional, required } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'
import { certificateStates, revocationReasons } from './certificate-rules.ts'

/** Maximum number of certificates that one call issues or prints. */
export const certificatesAtOnce = 100

/** A weight that somebody has measured, in grams. */
const MeasuredWeight = z
  .number({ error: 'A weight is a number of grams' })
  .gt(0, 'A weight is more than 0 g')
  .max(99_999_999, 'This weight is too large')
  .refine((grams) => Math.round(grams * 1000) / 1000 === grams, 'A weight has at most 3 decimals')

/** The facts that somebody measures on the piece. An omitted one is that of the item or of its piece; null leaves it out. */
export const MeasuredFacts = z.object({
  grams: MeasuredWeight.optional(),
  /** The weight without stones. */
  netGrams: MeasuredWeight.nullish(),
  size: optional(60),
  /** The laboratory and the number of its report. */
  laboratoryReport: optional(160),
})
export type MeasuredFacts = z.input<typeof MeasuredFacts>

/** A line of a sale whose pieces get certificates. */
export const CertifiedLine = MeasuredFacts.extend({
  salesItemID: ID,
  /** The number of the line's pieces that get a certificate, or all that have none. */
  count: z.int().min(1).max(certificatesAtOnce).optional(),
})

/** Certificates for the pieces of some lines of a completed sale. */
export const CertificatesOfSale = z.object({
  lines: z
    .array(CertifiedLine)
    .min(1, 'Choose a line')
    .max(certificatesAtOnce)
    .refine(
      (lines) => new Set(lines.map(({ salesItemID }) => salesItemID)).size === lines.length,
      'A line stands here twice',
    ),
})

export const Revocation = z.object({
  reason: z.enum(revocationReasons, { error: 'Choose why the certificate is revoked' }),
  /** A note that only staff read. */
  note: optional(500),
})

export const Reissue = MeasuredFacts.extend({
  /** Why the replaced certificate no longer counts; required unless it is revoked already. */
  reason: z.enum(revocationReasons).optional(),
  note: optional(500),
})

const NamedCertificate = z.object({ certificateID: ID, certificateNumber: z.string() })

/** The facts on a certificate. They never change. */
const CertifiedFacts = {
  certificateNumber: z.string(),
  /** The number on the piece's tag, or else the item's code. */
  pieceNumber: z.string(),
  karat: z.enum(karats).nullable(),
  metal: z.string().nullable(),
  stone: z.string().nullable(),
  size: z.string().nullable(),
  /** The weight of the piece. */
  grams: z.number().nullable(),
  /** The weight without stones. */
  netGrams: z.number().nullable(),
  laboratoryReport: z.string().nullable(),
  /** The paths of the pictures. */
  pictures: z.array(z.string()),
  /** Where it was issued. */
  place: z.string(),
  issuedOn: Day,
}

export const Certificate = z
  .object({
    certificateID: ID,
    ...CertifiedFacts,
    /** The code in the address that the QR holds. */
    code: z.string(),
    itemID: ID,
    pieceID: ID.nullable(),
    itemName: z.string(),
    tagalogName: z.string().nullable(),
    japaneseName: z.string().nullable(),
    item: z.object({ itemCode: z.string(), uom: z.enum(uoms), ...Cover }),
    salesItemID: ID.nullable(),
    sale: z.object({ salesTransactionID: ID, transactionNumber: z.string() }).nullable(),
    /** The quantity of the line that came back. The certificate is still one of this shop. */
    refundedQty: z.number(),
    state: z.enum(certificateStates),
    revocation: z
      .object({
        reason: z.enum(revocationReasons),
        note: z.string().nullable(),
        revokedAt: Moment,
        revokedBy: z.string().nullable(),
      })
      .nullable(),
    replaces: NamedCertificate.nullable(),
    replacedBy: NamedCertificate.nullable(),
    /** The language of the customer of its sale, or the shop's for customers. */
    language: z.enum(languages),
    createdByID: ID.nullable(),
    createdBy: z.object({ name: z.string() }).nullable(),
    createdAt: Moment,
  })
  .meta({ id: 'Certificate' })
export type CertificateRow = z.input<typeof Certificate>

/** A line of a sale with the number of its pieces that may get a certificate. */
const CertifiableLine = z.object({
  salesItemID: ID,
  itemID: ID,
  itemName: z.string(),
  pieceNumber: z.string(),
  pieceID: ID.nullable(),
  uom: z.enum(uoms),
  grams: z.number().nullable(),
  netGrams: z.number().nullable(),
  size: z.string().nullable(),
  laboratoryReport: z.string().nullable(),
  /** The quantity that came back. */
  refundedQty: z.number(),
  /** The number of its pieces that are with the customer and have no certificate. */
  open: z.int(),
})
export type CertifiableLine = z.input<typeof CertifiableLine>

/** The QR code that papers print for a certificate. */
const CertificateCheck = z.object({
  certificateNumber: z.string(),
  /** The address that the QR code holds. */
  address: z.string(),
  /** The number of modules of a side, with the margin of four on each side. */
  modules: z.int(),
  /** The dark modules as the path of an SVG with that many units. */
  path: z.string(),
})
export type CertificateCheck = z.input<typeof CertificateCheck>

/** The certificates of a sale's pieces, with the lines that may get more. `checks` are those that papers print. */
const SaleCertificates = z
  .object({
    lines: z.array(CertifiableLine),
    certificates: z.array(Certificate),
    checks: z.array(CertificateCheck),
  })
  .meta({ id: 'SaleCertificates' })

/** What a visitor sees of a certificate: never the owner, the price, or who issued it. */
export const PublicCertificate = z
  .object({
    state: z.enum(certificateStates),
    ...CertifiedFacts,
    itemName: z.string(),
    /** The language of the name. */
    itemNameLanguage: z.enum(languages),
    /** When and why it was revoked. `replaced` tells that another one took its place. */
    revocation: z.object({ reason: z.enum(revocationReasons), revokedOn: Day, replaced: z.boolean() }).nullable(),
    /** The moment of the check, as date and time of the shop: `2026-11-20 14:02`. */
    checkedAt: z.string(),
  })
  .meta({ id: 'PublicCertificate' })
export type PublicCertificateRow = z.input<typeof PublicCertificate>

const path = '/api/v1/certificates'
const about = ['certificate', 'sale', 'item', 'piece', 'customer'] as const

export const certificates = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists certificates of authenticity',
    access: 'certificates.read',
    about,
    query: listQuery(
      [
        'certificateID',
        'certificateNumber',
        'itemName',
        'pieceNumber',
        'karat',
        'grams',
        'transactionNumber',
        'createdByName',
        'issuedOn',
        'state',
      ],
      {
        state: z.enum(certificateStates).optional(),
        karat: z.enum(karats).optional(),
        itemID: IDFilter,
        pieceID: IDFilter,
        salesTransactionID: IDFilter,
        /** Only certificates of lines of which something came back, or none of them. */
        cameBack: BooleanFilter,
      },
    ),
    returns: pageOf(Certificate),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Returns a certificate',
    access: 'certificates.read',
    about,
    returns: answer(Certificate),
  }),
  pdf: endpoint({
    method: 'GET',
    path: `${path}/pdf`,
    summary: 'Returns certificates as one PDF, a page each',
    access: 'certificates.read',
    query: z.strictObject({
      /** The keys of the certificates, separated by commas. */
      ids: IDsFilter,
      /** The language of all pages, or else of each customer. */
      language: z.enum(languages).optional(),
    }),
    returns: FileAnswer,
    file: 'application/pdf',
  }),
  ofSale: endpoint({
    method: 'GET',
    path: '/api/v2/sales/:id/certificates',
    summary: 'Returns the certificates of a sale, and the lines that may get more',
    access: 'certificates.read',
    about,
    returns: answer(SaleCertificates),
  }),
  issueForSale: endpoint({
    method: 'POST',
    path: '/api/v2/sales/:id/certificates',
    summary: 'Issues certificates for pieces of a completed sale',
    access: 'certificates.issue',
    body: CertificatesOfSale,
    returns: answer(z.array(Certificate)),
    status: 201,
  }),
  issueForPiece: endpoint({
    method: 'POST',
    path: '/api/v1/pieces/:id/certificates',
    summary: 'Issues the certificate of a piece, in stock or sold',
    access: 'certificates.issue',
    body: MeasuredFacts,
    returns: answer(Certificate),
    status: 201,
  }),
  revoke: endpoint({
    method: 'PUT',
    path: `${path}/:id/revoke`,
    summary: 'Revokes a certificate, which stays in the list',
    access: 'certificates.revoke',
    body: Revocation,
    returns: answer(Certificate),
  }),
  reissue: endpoint({
    method: 'POST',
    path: `${path}/:id/reissue`,
    summary: 'Replaces a certificate by a new one with the facts of today, and revokes the old one',
    access: 'certificates.revoke',
    body: Reissue,
    returns: answer(Certificate),
    status: 201,
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/shop/certificates',
    summary: 'Returns what a certificate states, and whether it counts; 404 for a code that is none of the shop',
    access: 'public',
    query: z.strictObject({
      code: required(40, 'Enter the code on the paper'),
      language: z.enum(languages).default('en'),
    }),
    returns: answer(PublicCertificate),
  }),
}
