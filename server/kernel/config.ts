import { isIP, isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'

import { z } from 'zod'

const text = z.string().trim()

/** Matches the origin of a link: an http or https address without a path. */
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
  METRICS_TOKEN: text.regex(/^[\w~.+/=-]{16,200}$/, '16 to 200 letters, digits or any of ~ . + / = - _').optional(),
  LOG_SQL: z.enum(['0', '1']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
})

/** The place in S3 that stores the pictures. */
export type Bucket = {
  bucket: string
  /** The prefix of every object name: empty, or ending with a slash. */
  prefix: string
  /** Undefined means the region of AWS_REGION. */
  region: string | undefined
  /** The address of an S3 service other than Amazon's. */
  endpoint: string | undefined
  /** Whether addresses name the bucket in their path instead of their host name. */
  pathStyle: boolean
}

export type Config = {
  port: number
  host: string
  /** The listening socket that systemd passed, used instead of `port` and `host`; null without one. */
  socket: number | null
  /** The absolute path of the folder for the built-in database, the pictures and the file with the first password. */
  dataFolder: string
  uploadsFolder: string
  /** The bucket that stores the pictures instead of `uploadsFolder`. */
  bucket: Bucket | undefined
  /** Stores the generated password of the first administrator until that password is changed. */
  firstSignInFile: string
  /** Undefined means the built-in PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** Seconds during which `/readyz` fails before a stopping server closes its port. */
  drainSeconds: number
  /** Whether an empty database gets the demo shop at its first start. */
  demo: boolean
  adminEmail: string
  /** Undefined means that the server generates a password for the first administrator of an empty database. */
  adminPassword: string | undefined
  /** The proxies whose X-Forwarded-For is trusted, separated by commas. Undefined trusts none. */
  trustProxy: string | undefined
  /**
   * The origin of links in mails, without a final slash. Undefined means the origin of the request that sends the mail.
   */
  publicUrl: string | undefined
  /** The mail server. Undefined means that no mail is sent. */
  smtpUrl: string | undefined
  /** The sender of mails. */
  mailFrom: string
  /** The bearer token of `/metrics`. Undefined means that there are no metrics. */
  metricsToken: string | undefined
  /** Whether the text of every SQL statement is printed. */
  logSql: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** An error that the operator can correct. The process prints its message as one line, without a stack. */
export class StartError extends Error {}

/** Reads the settings; an empty variable counts as absent. Throws a StartError that names each invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    // The message names variables but never quotes their values, which may be passwords.
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: expected ${expected(issue)}`)
    throw new StartError(lines.join('; '))
  }
  const { data } = parsed
  const dataFolder = resolve(data.DATA_DIR)
  const socket = findPassedSocket(environment)
  return {
    port: data.PORT,
    host: data.HOST,
    socket,
    dataFolder,
    uploadsFolder: join(dataFolder, 'pictures'),
    firstSignInFile: join(dataFolder, 'first-sign-in.txt'),
    bucket: data.UPLOADS_URL,
    databaseUrl: data.DATABASE_URL,
    // A balancer needs time to notice the stop. A passed socket outlives the process, and clients that keep connections
    // need time to leave them.
    drainSeconds: data.DRAIN_SECONDS ?? (data.DATABASE_URL === undefined && socket === null ? 0 : 2),
    demo: data.SHOP_DEMO === undefined ? data.DATABASE_URL === undefined : data.SHOP_DEMO === '1',
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    trustProxy: data.TRUST_PROXY,
    publicUrl: data.PUBLIC_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? data.ADMIN_EMAIL,
    metricsToken: data.METRICS_TOKEN,
    logSql: data.LOG_SQL === '1',
    logLevel: data.LOG_LEVEL,
  }
}

/** The first file descriptor that systemd passes: sd_listen_fds(3). */
const firstPassed = 3

/**
 * Returns the listening socket that systemd passed to this process; null without one. Throws a StartError for several
 * sockets, because nobody would answer on the others.
 */
function findPassedSocket({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): number | null {
  if (LISTEN_FDS === undefined || Number(LISTEN_PID) !== process.pid) return null
  if (LISTEN_FDS !== '1') throw new StartError('LISTEN_FDS: expected one socket; give alahas.socket one ListenStream')
  return firstPassed
}

/** Returns the address that a browser on this machine uses for the shop. */
export function addressOf({ host, port }: { host: string; port: number }) {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const expected = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : issue.message

/** Parses `s3://bucket/prefix?region=…&endpoint=https://…&path-style`. The AWS_ variables hold the credentials. */
function readBucket(text: string, context: z.core.$RefinementCtx<string>): Bucket {
  const refuse = (expected: string) => {
    context.addIssue({ code: 'custom', message: expected, input: '' })
    return z.NEVER
  }
  const url = URL.parse(text)
  if (url?.username || url?.password)
    return refuse('no keys in it: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const { region, endpoint, 'path-style': pathStyle, ...rest } = Object.fromEntries(url?.searchParams ?? [])
  const isValid =
    url?.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) &&
    /^[\w./-]*$/.test(url.pathname) &&
    /^[a-z0-9-]*$/.test(region ?? '') &&
    origin.test(endpoint ?? 'https://amazon') &&
    ['', undefined].includes(pathStyle) &&
    Object.keys(rest).length === 0 &&
    url.hash === ''
  if (!isValid) return refuse('s3://bucket/prefix?region=…&endpoint=https://…&path-style')
  const folders = url.pathname.split('/').filter((name) => name !== '')
  return {
    bucket: url.host,
    prefix: folders.map((name) => `${name}/`).join(''),
    // Most other S3 services have only one region, with the name of Amazon's first region.
    region: region || (endpoint && 'us-east-1') || undefined,
    endpoint,
    pathStyle: pathStyle === '',
  }
}

/** Whether the text is an address, a network of addresses, or one of the three names that Fastify knows. */
function isProxy(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  if (!isIP(address) || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32))
}
