// Writes contract/index.ts, the list of all endpoints: `npm run contract:index`. A test fails when the list is
// outdated.
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Endpoint } from '../contract/shared/endpoint.ts'

const contractFolder = join(import.meta.dirname, '../contract')
export const contractIndex = join(contractFolder, 'index.ts')

/** A group of endpoints that a file of the contract exports. */
type Group = { file: string; name: string; group: Record<string, Endpoint> }

const isGroup = (value: unknown): value is Record<string, Endpoint> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every((one: unknown) => typeof one === 'object' && one !== null && 'method' in one)

/** Returns every exported group of endpoints, by file and name. */
export async function endpointGroups(): Promise<Group[]> {
  const files = readdirSync(contractFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(?!shared\/).+\/.+\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .toSorted()
  const groups: Group[] = []
  for (const file of files) {
    const module = (await import(join(contractFolder, file))) as Record<string, unknown>
    for (const [name, group] of Object.entries(module)) if (isGroup(group)) groups.push({ file, name, group })
  }
  return groups
}

/** Returns the text of contract/index.ts. */
export async function writeIndex(): Promise<string> {
  const groups = await endpointGroups()
  const imports = [...Map.groupBy(groups, ({ file }) => file)].map(
    ([file, all]) =>
      [
        file,
        `import { ${all
          .map(({ name }) => name)
          .toSorted()
          .join(', ')} } from './${file}'`,
      ] as const,
  )
  const sorted = [...imports, ['shared/endpoint.ts', "import type { Endpoint } from './shared/endpoint.ts'"] as const]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
  return [
    '// This file is generated from the contract by `npm run contract:index`; do not edit it.',
    ...sorted,
    '',
    '/** Every endpoint of the app by group. The server refuses to start while an endpoint has no handler. */',
    'export const contract = {',
    ...groups.map(({ name }) => `  ${name},`).toSorted(),
    '}',
    '',
    'export const endpoints: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group))',
    '',
  ].join('\n')
}

if (import.meta.main) await writeFile(contractIndex, await writeIndex())
