import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Email, ID, LastRead, Moment, optional, required, StoredPicture } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

const notALink = { error: 'Enter a link that begins with https://' }
/** An optional link to the company's page on another site. */
const Link = z
  .union([z.literal(''), z.url({ protocol: /^https?$/, ...notALink }).max(300)], notALink)
  .nullish()
  .transform((link) => (link === '' ? null : link))

export const CompanyProfileInput = z.object({
  companyName: required(120),
  registrationNumber: required(60),
  companyEmail: Email,
  companyPhone: required(60),
  companyPhoneSecondary: optional(60),
  companyAddress: optional(300),
  taxDetails: optional(300),
  instagram: Link,
  facebook: Link,
  tiktok: Link,
  lineapp: Link,
})

/** The fields that are public. */
export const PublicCompanyProfile = z.object({
  companyName: z.string(),
  companyAddress: z.string().nullable(),
  companyEmail: z.string(),
  companyPhone: z.string(),
  companyPhoneSecondary: z.string().nullable(),
  /** The path of the logo. */
  image_url: z.string().nullable(),
  instagram: z.string().nullable(),
  facebook: z.string().nullable(),
  tiktok: z.string().nullable(),
  lineapp: z.string().nullable(),
})

export const CompanyProfile = PublicCompanyProfile.extend({
  /** Visitors do not receive this field and the fields below it. */
  registrationNumber: z.string().optional(),
  taxDetails: z.string().nullable().optional(),
  createdByID: ID.nullable().optional(),
  modifiedByID: ID.nullable().optional(),
  createdAt: Moment.optional(),
  updatedAt: Moment.optional(),
}).meta({ id: 'CompanyProfile' })
export type CompanyProfileRow = z.input<typeof CompanyProfile>

export const companyProfile = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/company-profile',
    summary: 'Returns the company profile, or null without one; visitors get its public fields',
    access: 'public',
    about: ['companyProfile'],
    returns: answer(CompanyProfile.nullable()),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/company-profile',
    summary: 'Creates the company profile',
    access: 'company.write',
    body: CompanyProfileInput,
    files: { image_url: 1 },
    returns: answer(CompanyProfile),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v2/company-profile',
    summary: 'Changes the company profile',
    access: 'company.write',
    body: CompanyProfileInput.extend({ ...LastRead, image_url: StoredPicture }),
    files: { image_url: 1 },
    returns: answer(CompanyProfile),
  }),
}
