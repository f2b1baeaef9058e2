import { expect, test } from 'vitest'

import { readConfig, StartError } from './config.ts'

test('without settings, the shop is at port 3000 of this machine alone, with its own database', () => {
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
  })
})

test('the demo shop comes with the built-in database unless it is refused, and with another one if it is asked for', () => {
  const DATABASE_URL = 'postgres://here/shop'
  expect(readConfig({ SHOP_DEMO: '0' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, SHOP_DEMO: '1' }).demo).toBe(true)
})

test('folders are absolute, and an empty variable counts as absent', () => {
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
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent'],
  [
    { PORT: 'x', LOG_LEVEL: 'info', ADMIN_PASSWORD: '1' },
    'PORT: expected a number; ADMIN_PASSWORD: expected at least 6 characters',
  ],
])('%j is one line that says what is expected', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(new StartError(line))
})

test('proxies are addresses, networks and names', () => {
  const list = 'loopback, 10.0.0.0/8, ::1, fd00::/8'
  expect(readConfig({ TRUST_PROXY: list }).trustProxy).toBe(list)
})

test('mails come from MAIL_FROM, else from the administrator; a link begins without a slash at its end', () => {
  const mail = { SMTP_URL: 'smtps://shop:secret@mail.example:465', ADMIN_EMAIL: 'boss@shop.example' }
  expect(readConfig(mail)).toMatchObject({ smtpUrl: mail.SMTP_URL, mailFrom: mail.ADMIN_EMAIL })
  expect(readConfig({ ...mail, MAIL_FROM: 'hello@shop.example' }).mailFrom).toBe('hello@shop.example')
  expect(readConfig({ PUBLIC_URL: 'https://shop.example:8443/' }).publicUrl).toBe('https://shop.example:8443')
})
