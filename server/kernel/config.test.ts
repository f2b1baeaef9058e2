import { expect, test } from 'vitest'

import { readConfig, StartError } from './config.ts'

test('defaults to port 3000 on the loopback address and to the built-in database', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    demo: true,
    adminEmail: 'admin@shop.example',
    adminPassword: undefined,
    trustProxy: undefined,
    publicUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'admin@shop.example',
    metricsToken: undefined,
  })
})

test('loads the demo shop by default into the built-in database, and into another one only on request', () => {
  const DATABASE_URL = 'postgres://here/shop'
  expect(readConfig({ SHOP_DEMO: '0' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, SHOP_DEMO: '1' }).demo).toBe(true)
})

test('reads a bucket from UPLOADS_URL, with its prefix, region, endpoint and path style', () => {
  const bucketOf = (UPLOADS_URL: string) => readConfig({ UPLOADS_URL }).bucket
  const plain = { bucket: 'my.shop-1', prefix: '', region: undefined, endpoint: undefined, pathStyle: false }
  expect(readConfig({}).bucket).toBeUndefined()
  expect(bucketOf('s3://my.shop-1')).toEqual(plain)
  expect(bucketOf('s3://my.shop-1/')).toEqual(plain)
  expect(bucketOf('s3://my.shop-1/a//b/?region=ap-southeast-1')).toEqual({
    ...plain,
    prefix: 'a/b/',
    region: 'ap-southeast-1',
  })
  expect(bucketOf('s3://my.shop-1/a?endpoint=http://minio:9000&path-style')).toEqual({
    ...plain,
    prefix: 'a/',
    region: 'us-east-1',
    endpoint: 'http://minio:9000',
    pathStyle: true,
  })
})

test('a server with an external database drains for two seconds by default, so that a balancer notices', () => {
  const DATABASE_URL = 'postgres://here/shop'
  expect(readConfig({}).drainSeconds).toBe(0)
  expect(readConfig({ DATABASE_URL }).drainSeconds).toBe(2)
  expect(readConfig({ DATABASE_URL, DRAIN_SECONDS: '15' }).drainSeconds).toBe(15)
  expect(readConfig({ DATABASE_URL, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
})

test('takes the one socket that systemd passed to this process, and drains for two seconds then', () => {
  const LISTEN_PID = String(process.pid)
  expect(readConfig({}).socket).toBeNull()
  expect(readConfig({ LISTEN_FDS: '1', LISTEN_PID })).toMatchObject({ socket: 3, drainSeconds: 2 })
  expect(readConfig({ LISTEN_FDS: '1', LISTEN_PID, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  // The variables of another process mean nothing to this one.
  expect(readConfig({ LISTEN_FDS: '1', LISTEN_PID: '1' })).toMatchObject({ socket: null, drainSeconds: 0 })
  expect(() => readConfig({ LISTEN_FDS: '2', LISTEN_PID })).toThrow(/^LISTEN_FDS: expected one socket/)
})

test('makes folders absolute and treats an empty variable as absent', () => {
  const config = readConfig({ DATA_DIR: 'some where', PORT: '', ADMIN_PASSWORD: '', DATABASE_URL: ' ' })
  expect(config).toMatchObject({
    port: 3000,
    dataFolder: `${process.cwd()}/some where`,
    uploadsFolder: `${process.cwd()}/some where/pictures`,
    firstSignInFile: `${process.cwd()}/some where/first-sign-in.txt`,
    adminPassword: undefined,
    databaseUrl: undefined,
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT: expected a number'],
  [{ PORT: '-1' }, 'PORT: expected a number'],
  [{ PORT: '65536' }, 'PORT: expected at most 65535'],
  [{ PORT: '3000.5' }, 'PORT: expected a number'],
  [{ DATABASE_URL: 'mysql://here/shop' }, 'DATABASE_URL: expected postgres://user:password@host:port/database'],
  [{ DATABASE_URL: 'shop' }, 'DATABASE_URL: expected postgres://user:password@host:port/database'],
  [{ SHOP_DEMO: 'yes' }, 'SHOP_DEMO: expected one of 0, 1'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL: expected an e-mail address'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD: expected at least 6 characters'],
  [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY: expected addresses such as 10.0.0.0/8, or loopback'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY: expected addresses such as 10.0.0.0/8, or loopback'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL: expected the address of the shop, such as https://shop.example'],
  [{ PUBLIC_URL: 'https://a.b/shop' }, 'PUBLIC_URL: expected the address of the shop, such as https://shop.example'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL: expected smtp://user:password@host:port'],
  [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL: expected smtp://user:password@host:port'],
  [{ MAIL_FROM: 'shop' }, 'MAIL_FROM: expected an e-mail address'],
  ...[
    'https://shop.s3.amazonaws.com',
    's3://',
    's3://Shop',
    's3://shop:9000',
    's3://shop/a b',
    's3://shop?endpoint=minio:9000',
    's3://shop?endpoint=http://minio:9000/path',
    's3://shop?path-style=yes',
    's3://shop?acl=public',
    's3://shop#x',
  ].map((UPLOADS_URL): [NodeJS.ProcessEnv, string] => [
    { UPLOADS_URL },
    'UPLOADS_URL: expected s3://bucket/prefix?region=…&endpoint=https://…&path-style',
  ]),
  [
    { UPLOADS_URL: 's3://AKIA:secret@shop' },
    'UPLOADS_URL: expected no keys in it: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ],
  [{ DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS: expected a number up to 60'],
  [{ DRAIN_SECONDS: '1.5' }, 'DRAIN_SECONDS: expected a number up to 60'],
  ...['fifteen-letters', 'a token with spaces in it', 'x'.repeat(201)].map(
    (METRICS_TOKEN): [NodeJS.ProcessEnv, string] => [
      { METRICS_TOKEN },
      'METRICS_TOKEN: expected 16 to 200 letters, digits or any of ~ . + / = - _',
    ],
  ),
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent'],
  [
    { PORT: 'x', LOG_LEVEL: 'info', ADMIN_PASSWORD: '1' },
    'PORT: expected a number; ADMIN_PASSWORD: expected at least 6 characters',
  ],
])('refuses %j with one line that names the expected value', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(new StartError(line))
})

test('reads the token of the metrics', () => {
  expect(readConfig({ METRICS_TOKEN: ' kX9+/dGhlIHNob3A=._~- ' }).metricsToken).toBe('kX9+/dGhlIHNob3A=._~-')
})

test('accepts addresses, networks and names as proxies', () => {
  const list = 'loopback, 10.0.0.0/8, ::1, fd00::/8'
  expect(readConfig({ TRUST_PROXY: list }).trustProxy).toBe(list)
})

test('sends mail from MAIL_FROM or else from the administrator, and drops the final slash of PUBLIC_URL', () => {
  const mail = { SMTP_URL: 'smtps://shop:secret@mail.example:465', ADMIN_EMAIL: 'boss@shop.example' }
  expect(readConfig(mail)).toMatchObject({ smtpUrl: mail.SMTP_URL, mailFrom: mail.ADMIN_EMAIL })
  expect(readConfig({ ...mail, MAIL_FROM: 'hello@shop.example' }).mailFrom).toBe('hello@shop.example')
  expect(readConfig({ PUBLIC_URL: 'https://shop.example:8443/' }).publicUrl).toBe('https://shop.example:8443')
})
