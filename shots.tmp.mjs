import { chromium } from '@playwright/test'
const [, , ...jobs] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const job of jobs) {
  const [name, path, width, dark, full] = job.split('|')
  const c = await b.newContext({
    viewport: { width: Number(width), height: Number(width) < 500 ? 844 : 1000 },
    deviceScaleFactor: 1,
    colorScheme: dark === 'd' ? 'dark' : 'light',
  })
  const p = await c.newPage()
  p.on('console', (m) => {
    if (m.type() === 'error') console.log(name, 'CONSOLE', m.text())
  })
  p.on('pageerror', (e) => console.log(name, 'ERR', String(e)))
  const r = await p.goto('http://localhost:4180' + path)
  await p.waitForLoadState('networkidle')
  const wide = await p.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  console.log(name, r.status(), await p.title(), wide ? 'SIDEWAYS' : '')
  if (full !== 'v') {
    await p.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 600) {
        scrollTo(0, y)
        await new Promise((r) => setTimeout(r, 80))
      }
      scrollTo(0, 0)
    })
    await p.waitForLoadState('networkidle')
  }
  await p.screenshot({ path: `/tmp/shop-${name}.png`, fullPage: full !== 'v' })
  await c.close()
}
await b.close()
