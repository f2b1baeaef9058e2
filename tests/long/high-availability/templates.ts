import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** One of the three machines, which is an address of the loopback network here. */
export type Host = { name: string; address: string; folder: string }

export type Ports = Record<string, number>

/** The ports in the files of deploy/ha, which may be in use here. */
const templatePorts = ['5432', '8008', '2379', '2380', '5000', '443', '3000']
const names = ['a', 'b', 'c']

/** Returns three hosts with folders inside `folder`. */
export const threeHosts = (folder: string): Host[] =>
  names.map((name, n) => ({ name, address: `127.0.0.${11 + n}`, folder: `${folder}/${name}` }))

/** Returns a port for each port of the templates that is free on every address. */
export async function choosePorts(): Promise<Ports> {
  const servers = await Promise.all(
    templatePorts.map(async () => {
      const server = createServer().listen(0, '0.0.0.0')
      await new Promise((done) => server.once('listening', done))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return Object.fromEntries(templatePorts.map((name, n) => [name, ports[n]!]))
}

/** Matches the lines that the templates tell the operator to change on the hosts b and c. */
const hostLine = / # this host$|^HOST=|^ {2}bind 10\.|^ETCD_(NAME|LISTEN|ADVERTISE|INITIAL_ADVERTISE)/

/**
 * Returns a file of deploy/ha for this host. Only addresses, ports and what `changes` lists differ from the file. Throws
 * where a change no longer fits the file.
 */
export function configure(file: string, { name, address }: Host, ports: Ports, changes: Record<string, string>) {
  let text = readFileSync(`deploy/ha/${file}`, 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
    .split('\n')
    .map((line) =>
      hostLine.test(line)
        ? line
            .replace(/^name: a /, `name: ${name} `)
            .replace('ETCD_NAME=a', `ETCD_NAME=${name}`)
            .replaceAll('10.0.0.11', address)
        : line,
    )
    .join('\n')
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll(/10\.0\.0\.(1\d)/g, '127.0.0.$1')
    .replaceAll('127.0.0.1:5000', `${address}:5000`)
    .replaceAll(/([:= ])(443|\d{4})\b/g, (found, before: string, port: string) =>
      port in ports ? `${before}${ports[port]}` : found,
    )
}

/** Returns the variables of an environment file. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))
