import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

// Keeps requests that the server makes to addresses of other people away from its own network.

/** A request was not made, or its response was not taken. The message is a sentence for people. */
export class RequestRefused extends Error {}

const inner = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(address, prefix)

/** The only range of public IPv6 addresses, and the ranges in it that carry IPv4 addresses or are for documents. */
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(address, prefix, 'ipv6')

/** Whether an IP address is of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !inner.check(address, 'ipv4')
  return version === 6 && outer.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}

/** The network as a request sees it. Tests replace it by their own. */
export type Network = {
  /** The protocols, such as 'https:'. */
  protocols: ReadonlySet<string>
  resolve: (host: string) => Promise<string[]>
  isPublic: (address: string) => boolean
  ports: ReadonlySet<string>
}
export const publicNetwork: Network = {
  protocols: new Set(['https:', 'http:']),
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  // An empty port is the scheme's own.
  ports: new Set(['', '80', '443']),
}

/**
 * Returns the IP address to which a request to this URL goes. The request must use this one, because a second look-up
 * may give another. Throws when the URL leads to the server's own network.
 */
export async function resolvePublic(url: URL, network: Network): Promise<string> {
  if (!network.protocols.has(url.protocol))
    throw new RequestRefused(
      `The address must begin with ${[...network.protocols].map((one) => `${one}//`).join(' or ')}`,
    )
  if (url.username !== '' || url.password !== '') throw new RequestRefused('The address must hold no password')
  if (!network.ports.has(url.port))
    throw new RequestRefused(`The address names the port ${url.port}, which is not open`)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(host) ? [host] : await network.resolve(host).catch(() => [])
  if (found.length === 0) throw new RequestRefused(`There is no site ${host}`)
  // A name with one address inside may be meant to reach that one.
  if (!found.every((address) => network.isPublic(address)))
    throw new RequestRefused(`${host} is not on the public internet`)
  return found[0]!
}
