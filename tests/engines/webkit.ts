import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { Builder, Key as Keys, type WebDriver, type WebElement } from 'selenium-webdriver'

import { findWebKit } from '../../scripts/engines.ts'
import { until } from '../support/server.ts'
import type { Engine, OpenEngine } from './engine.ts'
import { locate, located, type Place } from './locate.ts'

/**
 * Opens WebKit, the engine of Safari, in the test browser of WebKitGTK. Its WebDriver has neither console nor BiDi, so
 * the console comes from the Web Inspector over WebSocket. The browser serves that only if it is started with an
 * inspector address; the driver then connects to this browser.
 */
export const openWebKit: OpenEngine = async () => {
  const programs = findWebKit()
  if (!programs) throw new Error('There is no WebKitGTK with its driver, or no Xvfb: node scripts/ready.mjs --engines')
  const started: ChildProcess[] = []
  const folder = await mkdtemp(join(tmpdir(), 'alahas-webkit-'))
  const end = async () => {
    for (const child of started.toReversed()) await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const display = await openScreen(programs.screen, started)
    const inspector = `127.0.0.1:${await freePort()}`
    await writeToolkitSettings(folder)
    const env = {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: folder,
      WEBKIT_INSPECTOR_HTTP_SERVER: inspector,
      // Without a graphics card this setting gives ten times as many frames a second.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    }
    const flags = ['--automation', '--enable-developer-extras=true']
    const browser = spawn(programs.browser, flags, { env, stdio: 'ignore' })
    started.push(browser)
    // The driver connects to a port that the browser chooses. Until the browser's own two processes are connected
    // there, it would take the driver for one of them, and the inspector would list no page.
    const target = await until(async () => {
      const sockets = await socketsOf(browser.pid!)
      const listening = sockets.find(({ port, state }) => state === 'listening' && !inspector.endsWith(`:${port}`))
      const connected = sockets.filter(({ port, state }) => state === 'connected' && port === listening?.port)
      return connected.length === 2 && listening?.port
    })
    const port = await freePort()
    started.push(spawn(programs.driver, [`--port=${port}`, `--target=127.0.0.1:${target}`], { env, stdio: 'ignore' }))
    const server = `http://127.0.0.1:${port}`
    await until(async () => (await fetch(`${server}/status`).catch(() => null))?.ok)
    return await engineOf(server, inspector, end)
  } catch (error) {
    await end()
    throw error
  }
}

async function engineOf(server: string, inspector: string, end: () => Promise<void>): Promise<Engine> {
  const driver = await new Builder().usingServer(server).withCapabilities({ browserName: 'MiniBrowser' }).build()
  const ear = await listen(await findPage(driver, inspector))

  async function element(place: Place) {
    const found = await driver.executeScript<WebElement | null>(
      `return (${String(locate)})(arguments[0])`,
      located(place),
    )
    if (!found) throw new Error(`Not there: ${JSON.stringify(place)}`)
    return found
  }
  return {
    open: (address) => driver.get(address),
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    click: async (place) => {
      const found = await element(place)
      await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', found)
      await found.click()
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: (key) =>
      driver
        .actions()
        .sendKeys(Keys[key === 'Enter' ? 'ENTER' : key === 'Escape' ? 'ESCAPE' : key])
        .perform(),
    chooseFiles: async (place, paths) => (await element(place)).sendKeys(paths.join('\n')),
    resize: async (width, height) => {
      // The address bar takes a part of the window. The focus follows the pointer, which is in the middle of the
      // screen.
      const bar = await driver.executeScript<number>('return outerHeight - innerHeight')
      await driver
        .manage()
        .window()
        .setRect({ x: (screenWidth - width) / 2, y: 0, width, height: height + bar })
      await until(() => driver.executeScript<boolean>('return innerWidth === arguments[0]', width))
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    takeTrouble: ear.take,
    close: async () => {
      ear.close()
      await driver.quit()
      await end()
    },
  }
}

const screenWidth = 1600

/** Opens a virtual screen, large enough for the widest tab, and returns its name. */
async function openScreen(program: string, started: ChildProcess[]) {
  const flags = ['-displayfd', '3', '-screen', '0', `${screenWidth}x1200x24`, '-nolisten', 'tcp']
  const screen = spawn(program, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  started.push(screen)
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
  return `:${String(number).trim()}`
}

/** Disables animations, which sets prefers-reduced-motion, and narrows the address bar to a phone's width. */
async function writeToolkitSettings(folder: string) {
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  await writeFile(
    join(folder, 'gtk-3.0/gtk.css'),
    'toolbar *, button, entry { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0 }\n',
  )
}

/** Returns the inspector's address of the tab, which is listed once the tab has a page. */
async function findPage(driver: WebDriver, inspector: string) {
  await driver.get('data:text/html,')
  return until(async () => {
    const list = await fetch(`http://${inspector}/`).then((response) => response.text())
    const path = /\/socket\/\d+\/\d+\/WebPage/.exec(list)?.[0]
    return path && `ws://${inspector}${path}`
  })
}

type ConsoleMessage = { level: string; text: string; url?: string }

/**
 * Whether an error is only an aborted request. WebKit reports `access control checks` if the page was left before the
 * response. A real failure is also reported as `Failed to load resource`.
 */
function isBrokenOff({ text, url }: ConsoleMessage) {
  const address = /^Fetch API cannot load (\S+) due to access control checks/.exec(text)?.[1]
  return Boolean(address && url) && new URL(address!).origin === new URL(url!).origin
}

type Outer = { method?: string; params?: { targetInfo?: { targetId: string }; message?: unknown } }
type Inner = { method?: string; params?: { message?: ConsoleMessage } }

/**
 * Listens to the console through the Web Inspector's protocol. It wraps the page's messages in a target, which a
 * navigation may replace.
 */
async function listen(address: string) {
  const socket = new WebSocket(address)
  let trouble: string[] = []
  let sent = 0
  let isHearing = false

  function enable(targetId: string) {
    const message = JSON.stringify({ id: ++sent, method: 'Console.enable' })
    socket.send(JSON.stringify({ id: ++sent, method: 'Target.sendMessageToTarget', params: { targetId, message } }))
  }
  function hear({ method, params }: Inner) {
    const message = params?.message
    if (method === 'Console.messageAdded' && message?.level === 'error' && !isBrokenOff(message))
      trouble.push(`${message.text} ${message.url ?? ''}`)
  }
  socket.addEventListener('message', ({ data }) => {
    const { method, params = {} } = JSON.parse(String(data)) as Outer
    if (method === 'Target.targetCreated') enable(params.targetInfo!.targetId)
    if (method !== 'Target.dispatchMessageFromTarget') return
    isHearing = true
    hear(JSON.parse(String(params.message)) as Inner)
  })
  await until(() => isHearing)
  return {
    take: () => {
      const taken = trouble
      trouble = []
      return taken
    },
    close: () => socket.close(),
  }
}

const states: Record<string, 'listening' | 'connected'> = { '0A': 'listening', '01': 'connected' }

/** Returns the sockets of a process on 127.0.0.1 by their local port, from /proc. */
async function socketsOf(pid: number) {
  const names = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  const lines = (await readFile(`/proc/${pid}/net/tcp`, 'utf8')).split('\n').slice(1)
  return lines.flatMap((line) => {
    const [, local = '', , state = '', , , , , , inode = ''] = line.trim().split(/\s+/)
    return own.has(inode) ? [{ port: Number.parseInt(local.split(':')[1]!, 16), state: states[state] }] : []
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
