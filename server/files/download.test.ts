// Proves that the server downloads from the public internet alone: no address, name or redirect leads into its own
// network, a name is looked up once, and size and time have limits.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { isPublicAddress, type Network, publicNetwork } from '../kernel/public-network.ts'
import { download } from './download.ts'

const limits = { type: 'image/', bytesAtMost: 1000, patience: 2000 }

test.each([
  ['93.184.216.34', true],
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))

test.each([
  'http://127.0.0.1/a.png',
  'http://2130706433/a.png',
  'http://0x7f.1/a.png',
  'http://0177.0.0.1/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:7f00:1]/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost/a.png',
  'http://10.0.0.5:443/a.png',
])('refuses %s', async (address) => {
  await expect(download(address, limits)).rejects.toThrow('is not on the public internet')
})

test.each([
  ['file:///etc/passwd', 'The address must begin with https:// or http://'],
  ['ftp://example.com/a.png', 'The address must begin with https:// or http://'],
  ['http://user:word@example.com/a.png', 'The address must hold no password'],
  ['http://example.com:5432/a.png', 'The address names the port 5432, which is not open'],
  ['a.png', 'This is no address'],
])('refuses %s: %s', async (address, message) => {
  await expect(download(address, limits)).rejects.toThrow(message)
})

/** Starts a site on this machine, which the network of the test calls public under the name `shop.example`. */
async function site(answer: RequestListener, names: Record<string, string[]> = { 'shop.example': ['127.0.0.1'] }) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const asked: string[] = []
  const network: Network = {
    protocols: new Set(['http:']),
    resolve: async (host) => {
      asked.push(host)
      return names[host] ?? []
    },
    isPublic: (address) => address === '127.0.0.1',
    ports: new Set([String(port)]),
  }
  const get = (path = '/a.png', more: object = {}) =>
    download(`http://shop.example:${port}${path}`, { ...limits, network, ...more })
  return { get, asked, port }
}

test('downloads a picture, and looks the name up once', async () => {
  const { get, asked } = await site((request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(String(request.headers.host).split(':')[0])
  })
  expect((await get()).toString()).toBe('shop.example')
  expect(asked).toEqual(['shop.example'])
})

test('a name with one address inside is refused, and a redirect into the network too', async () => {
  const mixed = await site((_, response) => response.end(), { 'shop.example': ['127.0.0.1', '10.0.0.1'] })
  await expect(mixed.get()).rejects.toThrow('shop.example is not on the public internet')
  const targets = ['http://10.0.0.1/', 'http://inside.example/', 'file:///etc/passwd', '//[fd00::1]/']
  for (const location of targets) {
    const { get, port } = await site(
      (_, response) => {
        response.writeHead(302, { location: location.replace(/(\w)\/$/, `$1:${port}/`) }).end()
      },
      { 'shop.example': ['127.0.0.1'], 'inside.example': ['192.168.0.1'] },
    )
    await expect(get()).rejects.toThrow(/is not on the public internet|must begin with|not open/)
  }
})

test('follows three redirects, and no endless ones', async () => {
  const { get } = await site(({ url }, response) => {
    const left = Number(url!.slice(1))
    if (left > 0) response.writeHead(301, { location: `/${left - 1}` }).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end('ok')
  })
  expect((await get('/3')).toString()).toBe('ok')
  await expect(get('/4')).rejects.toThrow('again and again')
})

test('refuses what is no picture, is too large, too slow, broken or missing', async () => {
  const { get } = await site(({ url }, response) => {
    const head = { 'content-type': url === '/page' ? 'text/html' : 'image/png' }
    response.writeHead(url === '/missing' ? 404 : 200, {
      ...head,
      ...(url === '/told' && { 'content-length': 1001 }),
      ...(url === '/broken' && { 'content-length': 100 }),
    })
    if (url === '/told') response.end('x'.repeat(1001))
    else if (url === '/large') response.end('x'.repeat(200_000))
    else if (url === '/broken') response.write('x', () => response.destroy())
    else if (url === '/slow') response.write('x')
    else response.end()
  })
  await expect(get('/missing')).rejects.toThrow('The site answers 404')
  await expect(get('/page')).rejects.toThrow('The address has no picture')
  await expect(get('/told')).rejects.toThrow('The file has more than')
  await expect(get('/large')).rejects.toThrow('The file has more than')
  await expect(get('/broken')).rejects.toThrow('The site broke off')
  await expect(get('/slow', { patience: 200 })).rejects.toThrow('The site took too long')
})

test('the public network resolves names of this machine, which are then refused', async () => {
  expect(await publicNetwork.resolve('localhost')).not.toEqual([])
})
