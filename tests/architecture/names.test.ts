// Proves that code identifies nothing by its display text, its position or a literal key, and that each name has one
// meaning.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

import { isTest, sourceFiles } from '../../scripts/modules.ts'

const scripts = readdirSync('scripts', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('scripts', name))
const texts = [...sourceFiles, ...scripts]
  .filter((file) => !isTest(file))
  .map((file): [file: string, text: string] => [file, readFileSync(file, 'utf8')])

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Returns every node of a file's syntax tree. */
function nodesOf(file: string, text: string): Node[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const found: Node[] = []
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    found.push(value)
    for (const part of Object.values(value)) if (typeof part === 'object') walk(part)
  }
  walk(program)
  return found
}

const isComparison = ({ operator }: Node) => ['===', '!==', '==', '!='].includes(String(operator))
/** The functions and methods that compare values or search texts. */
const comparing = new Set(['eq', 'ne', 'inArray', 'notInArray', 'like', 'ilike'])
const lookingInto = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'localeCompare', 'match'])

/** Returns the name of a called function or method; null for any other callee. */
function calledName({ callee }: Node): string | null {
  if (!isNode(callee)) return null
  if (callee.type === 'Identifier') return String(callee['name'])
  const property = callee['property']
  return callee.type === 'MemberExpression' && isNode(property) ? String(property['name']) : null
}

/** Returns the two sides of every comparison in a file, as they are written. */
function comparisonsOf(file: string, text: string): string[][] {
  const written = (node: unknown) => (isNode(node) ? text.slice(node.start, node.end) : '')
  return nodesOf(file, text).flatMap((node) => {
    if (node.type === 'BinaryExpression' && isComparison(node)) return [[written(node['left']), written(node['right'])]]
    if (node.type === 'SwitchStatement')
      return (node['cases'] as Node[]).map((one) => [written(node['discriminant']), written(one['test'])])
    const name = node.type === 'CallExpression' ? calledName(node) : null
    if (name === null) return []
    const [given, callee] = [(node['arguments'] as Node[]).map(written), node['callee'] as Node]
    if (comparing.has(name) && callee.type === 'Identifier') return [given]
    return lookingInto.has(name) && callee.type === 'MemberExpression' ? [[written(callee['object']), ...given]] : []
  })
}

const displayNames = ['Layaway', 'Repair', 'Stock count', 'Cash', 'On hand', 'Manual adjustment', 'Walk-in']
const isDisplayName = (side: string) => displayNames.some((name) => new RegExp(`['"\`]${name}['"\`]`).test(side))
const isText = (side: string) => /^\[?\s*['"`]/.test(side) && !/^['"`]{2}$/.test(side)
const isNameColumn = (side: string) =>
  /\b(typeName|TypeName|reasonName|transactionName|paymentName|roleName)\b/.test(side)
const isKey = (side: string) => /(^|[.\s(])\w*ID\b\)*$/.test(side) || /\b\w+ID\}?`?\)?$/.test(side)
const isNumber = (side: string) => /^\[?\s*\d+/.test(side)
const isMessage = (side: string) => /(^|\.)(message|link)$/.test(side) && !/\berror\b/i.test(side)
const isNothing = (side: string) => /^(null|undefined|''|"")$/.test(side)

const comparisons = texts.map(([file, text]) => [file, comparisonsOf(file, text)] as const)

/** Each rule on comparisons: the sides that break it, the remedy, and planted violations that it must find. */
const rules: { rule: string; breaks: (sides: string[]) => boolean; instead: string; planted: string[] }[] = [
  {
    rule: 'a row is never known by its display name',
    breaks: (sides) => sides.some(isDisplayName) || (sides.some(isNameColumn) && sides.some(isText)),
    instead: 'Staff may rename the row: give it a code (rowCode in server/db/schema/columns.ts) and compare that',
    planted: [
      "kind?.transactionName === 'Layaway'",
      "order.user !== 'Walk-in'",
      "eq(adjustmentReason.reasonName, 'Lost')",
      "eq(sql`lower(${inventoryType.typeName})`, 'repair')",
      "inArray(paymentType.paymentName, ['Cash'])",
      "switch (type.typeName) { case 'Vitrine': break }",
    ],
  },
  {
    rule: 'a row is never known by a literal key',
    breaks: (sides) => sides.some(isKey) && sides.some(isNumber),
    instead: 'Compare a code, or ask for a capability (contract/shared/permissions.ts)',
    planted: [
      'user.roleID === 1',
      'eq(user.roleID, 1)',
      'if (0 !== account?.roleID) go()',
      'inArray(sale.locationID, [1, 2])',
    ],
  },
  {
    rule: 'a message is never known by its sentence or its link',
    breaks: (sides) =>
      (sides.some(isMessage) && !sides.some(isNothing)) ||
      sides.some((side) => /\bnotification\.(message|link)\b/.test(side)),
    instead: 'Compare entity, entityID or dedupeKey of the message (server/people/notify.ts)',
    planted: ['told.message.startsWith(fact)', 'eq(notification.link, path)', "row.link === '/sales?id=1'"],
  },
]

test.each(rules)('$rule', ({ breaks, instead, planted }) => {
  for (const text of planted) expect(comparisonsOf('server/a.ts', text).filter(breaks), text).toHaveLength(1)
  const found = comparisons.flatMap(([file, all]) =>
    all.filter(breaks).map((sides) => `${file}: ${sides.join(' with ')}`),
  )
  expect(found, instead).toEqual([])
})

/** Rules on how a file is written, each by a regular expression. */
const patterns: {
  rule: string
  pattern: RegExp
  only?: RegExp
  except?: string
  instead: string
  planted: string[]
}[] = [
  {
    rule: 'no constant is a literal key',
    pattern: /\bconst (\w*ID|\w+Type|\w+Reason|onHand) = \d+\b/g,
    only: /^(contract|server|web)\//,
    instead: 'Find the row by its code',
    planted: ['const adjustmentTypeID = 1', 'const usualType = 1', 'const onHand = 1'],
  },
  {
    rule: 'every insert names its columns, in SQL',
    pattern: /\binsert\s+into\s+(only\s+)?("?[\w.]+"?|\$\{[^}]*\})\s+(select|values|table|default|\$\{)/gi,
    instead: 'Name the columns: insert into t (a, b) select …',
    planted: ['insert into row_count select 1', 'insert into ${notification} select 1', 'INSERT INTO a\n  values (1)'],
  },
  {
    rule: 'every insert names its columns, in drizzle',
    pattern: /\.insert\(\s*[\w.]+\s*\)\s*\.select\(/g,
    instead: "Name the fields: db.insert(table, 'a', 'b').select(…)",
    planted: ['db.insert(notification).select(() => sql`select 1`)', 'db\n  .insert(stockMovement)\n  .select(rows)'],
  },
  {
    rule: 'no SQL compares the sentence or the link of a message',
    pattern: /\$\{notification\.link\}|(starts_with|split_part|left|substr\w*)\(\s*\$\{notification\.(message|link)\}/g,
    instead: 'Compare entity, entityID or dedupeKey of the message',
    planted: ['sql`${notification.link} = ${path}`', "sql`split_part(${notification.link}, 'id=', 2)`"],
  },
  {
    rule: 'advisory locks are listed in server/db/locks.ts',
    pattern: /\b7240\d\d\b|724_0\d\d|\bpg_(try_)?advisory_\w*lock\w*\(\s*(\d|hashtext|hashtextextended|')/g,
    except: 'server/db/locks.ts',
    instead: 'Add the lock to server/db/locks.ts, and take its number from there',
    planted: [
      'select pg_advisory_lock(724009)',
      "sql`select pg_advisory_xact_lock(hashtext('saved_view'), ${userID})`",
      'select pg_try_advisory_xact_lock_shared( 12 )',
    ],
  },
]

test.each(patterns)('$rule', ({ pattern, only, except, instead, planted }) => {
  for (const text of planted) expect(text.match(pattern), text).not.toBeNull()
  const found = texts
    .filter(([file]) => file !== except && (only?.test(file) ?? true))
    .flatMap(([file, text]) => (text.match(pattern) ?? []).map((place) => `${file}: ${place}`))
  expect(found, instead).toEqual([])
})

/** Returns the names of the functions that a file exports. */
const functionsOf = (file: string, text: string): string[] =>
  nodesOf(file, text).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || !isNode(node['declaration'])) return []
    const { declaration } = node as Node & { declaration: Node }
    if (declaration.type === 'FunctionDeclaration') return [String((declaration['id'] as Node)['name'])]
    if (declaration.type !== 'VariableDeclaration') return []
    return (declaration['declarations'] as Node[]).flatMap(({ id, init }) =>
      isNode(id) && isNode(init) && /^(Arrow)?Function/.test(init.type) ? [String(id['name'])] : [],
    )
  })

/** Returns the function names that more than one file exports, with these files. */
const sharedNames = (files: readonly [string, string][]) =>
  [
    ...Map.groupBy(
      files.flatMap(([file, text]) => functionsOf(file, text).map((name) => ({ name, file }))),
      ({ name }) => name,
    ),
  ].flatMap(([name, places]) => (places.length > 1 ? [{ name, files: places.map(({ file }) => file) }] : []))

test('no two files of contract/ and server/ export functions of the same name', () => {
  const planted: [string, string][] = [
    ['server/a.ts', 'export function chargeOf() {}'],
    ['contract/b.ts', 'export const chargeOf = () => 1'],
  ]
  expect(sharedNames(planted)).toEqual([{ name: 'chargeOf', files: ['server/a.ts', 'contract/b.ts'] }])
  const shared = sharedNames(texts.filter(([file]) => /^(contract|server)\//.test(file)))
  expect(
    shared.map(({ name, files }) => `${name}: ${files.join(', ')}`),
    'Rename one of the functions, so that its name says what it does',
  ).toEqual([])
})
