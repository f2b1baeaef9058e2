import { isIP, isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'

import { z } from 'zod'

const text = z.string().trim()

/** An http address without a path: what a link begins with. */
export const origin = /^https?:\/\/[\w.:[\]-]+$/

const Environment = z.object({
  PORT: text
    .regex(/^\d{1,5}$/, 'a number')
    .transform(Number)
    .refine((port) => port <= 65535, 'at most 65535')
    .default(3000),
  HOST: text.min(1).default('127.0.0.1'),
  DATA_DIR: text.min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'postgres://user:password@host:port/database' }).optional(),
  UPLOADS_URL: text.transform(readBucket).optional(),
  DRAIN_SECONDS: text
    .regex(/^\d{1,2}$/, 'a number up to 60')
    .transform(Number)
    .refine((seconds) => seconds <= 60, 'a number up to 60')
    .optional(),
  SHOP_DEMO: z.enum(['0', '1']).optional(),
  ADMIN_EMAIL: z.email('an e-mail address').default('admin@shop.example'),
  ADMIN_PASSWORD: z.string().min(6, 'at least 6 characters').max(200, 'at most 200 characters').optional(),
  TRUST_PROXY: text
    .refine((list) => list.split(',').every((one) => isProxy(one.trim())), 'addresses such as 10.0.0.0/8, or loopback')
    .optional(),
  PUBLIC_URL: text
    .transform((url) => url.replace(/\/$/, ''))
    .refine((url) => origin.test(url), 'the address of the shop, such as https://shop.example')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./, error: 'smtp://user:password@host:port' }).optional(),
  MAIL_FROM: z.email('an e-mail address').optional(),
  LOG_SQL: z.enum(['0', '1']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
})

/** Where in S3 pictures are kept. */
export type Bucket = {
  bucket: string
  /** What every name begins with: empty, or ending with a slash. */
  prefix: string
  /** Absent: what AWS_REGION says. */
  region: string | undefined
  /** The address of an S3 other than Amazon's. */
  endpoint: string | undefined
  /** Whether the bucket stands in the path of an address instead of its host's name. */
  pathStyle: boolean
}

export type Config = {
  port: number
  host: string
  /** Absolute. Holds the built-in database, the pictures and the first sign-in. */
  dataFolder: string
  uploadsFolder: string
  /** Where the pictures are instead of that folder. */
  bucket: Bucket | undefined
  /** Where the generated password of the first administrator is kept until it is changed. */
  firstSignInFile: string
  /** Absent: the built-in PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** How long `/readyz` says no before a server that is asked to stop listens no longer. */
  drainSeconds: number
  /** Whether an empty database gets the demo shop at its first start. */
  demo: boolean
  adminEmail: string
  /** Absent: a random one is made on an empty database. */
  adminPassword: string | undefined
  /** Whose X-Forwarded-For counts: a list of addresses and networks; nobody's where absent. */
  trustProxy: string | undefined
  /** What links that are sent begin with, without a slash at the end; absent: the address at which they were asked for. */
  publicUrl: string | undefined
  /** The server that mails go out by; absent: none go out. */
  smtpUrl: string | undefined
  /** Whom mails come from. */
  mailFrom: string
  /** Whether the text of every SQL statement is printed. */
  logSql: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** What the person who started the server can mend: told in one line, without a stack. */
export class StartError extends Error {}

/** Reads the settings from the environment; an empty variable counts as absent. Throws a StartError naming each wrong one. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    // The names and what is expected, never the values: they can be passwords.
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: expected ${expected(issue)}`)
    throw new StartError(lines.join('; '))
  }
  const { data } = parsed
  const dataFolder = resolve(data.DATA_DIR)
  return {
    port: data.PORT,
    host: data.HOST,
    dataFolder,
    uploadsFolder: join(dataFolder, 'pictures'),
    firstSignInFile: join(dataFolder, 'first-sign-in.txt'),
    bucket: data.UPLOADS_URL,
    databaseUrl: data.DATABASE_URL,
    // With a database of its own it may stand behind a balancer, which has to notice.
    drainSeconds: data.DRAIN_SECONDS ?? (data.DATABASE_URL === undefined ? 0 : 2),
    demo: data.SHOP_DEMO === undefined ? data.DATABASE_URL === undefined : data.SHOP_DEMO === '1',
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    trustProxy: data.TRUST_PROXY,
    publicUrl: data.PUBLIC_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? data.ADMIN_EMAIL,
    logSql: data.LOG_SQL === '1',
    logLevel: data.LOG_LEVEL,
  }
}

/** The address at which a browser on this machine finds the shop. */
export function addressOf({ host, port }: { host: string; port: number }) {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const expected = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : issue.message

/** `s3://bucket/prefix?region=…&endpoint=https://…&path-style`; who may use it is told by the AWS_ variables. */
function readBucket(text: string, context: z.core.$RefinementCtx<string>): Bucket {
  const refuse = (expected: string) => {
    context.addIssue({ code: 'custom', message: expected, input: '' })
    return z.NEVER
  }
  const url = URL.parse(text)
  if (url?.username || url?.password)
    return refuse('no keys in it: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const { region, endpoint, 'path-style': pathStyle, ...rest } = Object.fromEntries(url?.searchParams ?? [])
  const right =
    url?.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) &&
    /^[\w./-]*$/.test(url.pathname) &&
    /^[a-z0-9-]*$/.test(region ?? '') &&
    origin.test(endpoint ?? 'https://amazon') &&
    ['', undefined].includes(pathStyle) &&
    Object.keys(rest).length === 0 &&
    url.hash === ''
  if (!right) return refuse('s3://bucket/prefix?region=…&endpoint=https://…&path-style')
  const folders = url.pathname.split('/').filter((name) => name !== '')
  return {
    bucket: url.host,
    prefix: folders.map((name) => `${name}/`).join(''),
    // Whoever is not Amazon mostly has one region, which is called as Amazon's first.
    region: region || (endpoint && 'us-east-1') || undefined,
    endpoint,
    pathStyle: pathStyle === '',
  }
}

/** An address, a network of addresses, or one of the three names that Fastify knows. */
function isProxy(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  if (!isIP(address) || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32))
}
