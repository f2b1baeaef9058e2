import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { contract } from '../../contract/index.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'

/** Returns the contract's resources that a test file passes to `conforms`. */
export const conformingIn = (text: string): string[] =>
  [...text.matchAll(/^conforms\(\w+, (\w+), \{/gm)].map((found) => found[1]!)

const tests = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'))

/** The names of all resources that a server test passes to `conforms`. */
export const conforming = new Set(tests.flatMap((file) => conformingIn(readFileSync(join('server', file), 'utf8'))))

/** The calls that `conforms` tests, with their roles and the fields that they write. */
export const conformingCalls = new Set(
  Object.entries(contract)
    .filter(([name]) => conforming.has(name))
    .flatMap(([, { list, get, create, update }]: [string, Record<string, Endpoint>]) =>
      [list!, get!, create!, update!].map((e) => `${e.method} ${e.path}`),
    ),
)
