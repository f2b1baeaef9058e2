import { expect, test } from 'vitest'

import { findRedirect } from './redirects.ts'

test.each([
  '/',
  '/ja',
  '/tl/about',
  '/about?page=2',
  '/shop/12',
  '/ja/shop?karat=18K&karat=22K',
  '/ja/product?karat=18K',
  '/nowhere',
  '/about?lang=xx',
])('serves %s without a redirect', (url) => {
  expect(findRedirect(url)).toBeNull()
})

test.each([
  ['/?lang=ja', 302, '/ja'],
  ['/ja?lang=en', 302, '/'],
  ['/ja/about?lang=tl', 302, '/tl/about'],
  ['/shop?karat=18K&lang=ja&search=a%20b', 302, '/ja/shop?karat=18K&search=a+b'],
  ['/product?lang=ja', 302, '/ja/product'],
  ['/ja/product/', 301, '/ja/product'],
  ['/about/', 301, '/about'],
  ['/ja/', 301, '/ja'],
])('redirects %s', (url, status, location) => {
  expect(findRedirect(url)).toEqual({ status, location })
})

test.each([
  '//evil.example?lang=en',
  '/ja//evil.example/?lang=en',
  String.raw`/\evil.example/?lang=en`,
  '/tl//evil.example',
  '///',
  'http://[/',
])('never redirects %s to another host', (url) => {
  expect(findRedirect(url)?.location ?? '/').toMatch(/^\/(?!\/)/)
})
