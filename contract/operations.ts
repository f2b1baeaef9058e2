import { contract } from './index.ts'
import type { Endpoint } from './shared/endpoint.ts'
import type { Access, Capability } from './shared/permissions.ts'

/** A call of the API by its name in the OpenAPI document, such as `salesList`. */
export type Operation = { operationID: string; group: string; endpoint: Endpoint }

/** Every call of the API. The group is in words ('inventory types'). */
export const operations: readonly Operation[] = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({
    operationID: `${group}-${name}`.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    group: group.replaceAll(/([A-Z])/g, ' $1').toLowerCase(),
    endpoint,
  })),
)

const byEndpoint = new Map<unknown, Operation>(operations.map((operation) => [operation.endpoint, operation]))
/** Returns the operation of an endpoint; undefined for a route that is not of the contract. */
export const operationOf = (endpoint: Endpoint | undefined) => byEndpoint.get(endpoint)

/**
 * The calls that need a person who has signed in: they give access to others, delete data for good, or decide where
 * buyers pay.
 */
const forPeopleOnly: ReadonlySet<Access> = new Set<Capability>([
  'customers.data',
  'demo.manage',
  'devices.manage',
  'integrations.manage',
  'pay_accounts.manage',
  'shop.empty',
  'users.make_admin',
  'users.manage',
  'users.sign_in',
])

/** Whether an API token can be allowed this call. Calls about the signed-in person need a session. */
export const isForPrograms = ({ access }: Endpoint): boolean => access !== 'signedIn' && !forPeopleOnly.has(access)

/** The calls that an administrator can allow to an API token. Public calls need no token. */
export const programOperations = operations.filter(
  ({ endpoint }) => endpoint.access !== 'public' && isForPrograms(endpoint),
)
