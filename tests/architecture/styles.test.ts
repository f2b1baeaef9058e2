// Proves that a class is styled and used by one screen alone, or belongs to the shared styles: a bundle is one stylesheet,
// so the same name in two folders would style both screens.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

import { isTest, sourceFiles } from '../../scripts/modules.ts'

/** The folders of each bundle, as vite.config.ts builds it, and those whose classes every screen of it may use. */
const bundles = [
  {
    bundle: 'the back-office',
    folders: ['web/staff', 'web/ui', 'web/theme'],
    shared: ['web/ui', 'web/theme', 'web/staff/shared'],
  },
  { bundle: 'the public site', folders: ['web/site', 'web/theme'], shared: ['web/site/parts', 'web/theme'] },
]

type Texts = readonly (readonly [file: string, text: string])[]

const isWithin = (folder: string, outer: string) => folder === outer || folder.startsWith(`${outer}/`)
const isWithinAny = (folder: string, outer: readonly string[]) => outer.some((one) => isWithin(folder, one))

/** Splits at commas outside of brackets. */
function splitAtCommas(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    if ('(['.includes(letter)) depth++
    if (')]'.includes(letter)) depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

/** The selectors of a stylesheet, also those inside at-rules. Keyframes have none. */
function selectorsOf(css: string): string[] {
  // Comments and quoted texts may contain braces and dots.
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"]*"|'[^']*'/g, '""')
  if (/[{};]\s*&/.test(plain)) throw new Error('Nested rules need a reader of their own here')
  return [...plain.matchAll(/(?:^|[{};])([^{};]+)(?=\{)/g)]
    .map(([, prelude]) => prelude!.trim())
    .filter((prelude) => !prelude.startsWith('@'))
    .flatMap(splitAtCommas)
}

const classPattern = /\.(-?[_a-zA-Z][\w-]*)/g
const classesIn = (text: string) => [...text.matchAll(classPattern)].map(([, name]) => name!)

/**
 * The class that a selector owns: the only one of its first compound with a class. A class of Mantine counts as an
 * element. A class inside of `:has()` counts too, since it limits the rule to some screen.
 */
function ownedClass(selector: string): string | null {
  const withoutNegations = selector.replaceAll(/:not\((?:[^()]|\([^()]*\))*\)/g, '')
  // The spaces inside of brackets do not end a compound.
  const compounds = withoutNegations.match(/(?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]|[^\s>+~([])+/g) ?? []
  for (const compound of compounds) {
    const classes = classesIn(compound).filter((name) => !name.startsWith('mantine-'))
    if (classes.length > 0) return classes.length === 1 ? classes[0]! : null
  }
  return null
}

/** The folders that own each class. */
function ownersOf(styles: Texts): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const [file, text] of styles)
    for (const name of selectorsOf(text).flatMap((selector) => ownedClass(selector) ?? []))
      (owners.get(name) ?? owners.set(name, new Set()).get(name)!).add(dirname(file))
  return owners
}

/** The classes that a component gives to elements: each word of a text within a class attribute or property. */
function classesUsedIn(file: string, text: string): Set<string> {
  const places: { start: number; end: number }[] = []
  const compared = new Set<unknown>()
  const words = new Set<string>()
  const isClassName = (name: string) => /class(Name|Names|es)?$/i.test(name)
  const { program } = parseSync(file, text)
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (value && name.type === 'JSXIdentifier' && isClassName(name.name)) places.push(value)
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && isClassName(key.name)) places.push(value)
    },
    VariableDeclarator: ({ id, init }) => {
      if (init && id.type === 'Identifier' && isClassName(id.name)) places.push(init)
    },
    // A text that is compared with another one is no class.
    BinaryExpression: ({ left, operator, right }) => {
      if (operator !== '+') for (const side of [left, right]) compared.add(side)
    },
  }).visit(program)
  const read = (node: { start: number; end: number }, written: string) => {
    if (!places.some(({ start, end }) => start <= node.start && node.end <= end)) return
    for (const [word] of written.matchAll(/\S+/g)) words.add(word)
  }
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string' && !compared.has(node)) read(node, node.value)
    },
    TemplateElement: (node) => read(node, node.value.raw),
  }).visit(program)
  return words
}

type Bundle = { styles: Texts; components: Texts; shared: readonly string[] }

/** A sentence for each class that two screens' styles own, or that a component outside of its owner's folder uses. */
function findCollisions({ styles, components, shared }: Bundle): string[] {
  const owners = ownersOf(styles)
  const apart = [...owners].flatMap(([name, folders]) => {
    const meets = (one: string) => [...folders].some((other) => !isWithin(one, other) && !isWithin(other, one))
    const all = [...folders].filter(meets).toSorted()
    // The shared folders own their classes together.
    return all.every((folder) => isWithinAny(folder, shared)) ? [] : [`.${name} is styled by ${all.join(' and ')}`]
  })
  const foreign = components.flatMap(([file, text]) =>
    [...classesUsedIn(file, text)].flatMap((name) => {
      const folders = [...(owners.get(name) ?? [])]
      const mayUse = folders.length === 0 || isWithinAny(dirname(file), folders)
      return mayUse || folders.some((folder) => isWithinAny(folder, shared))
        ? []
        : [`${file} uses .${name} of ${folders.toSorted().join(' and ')}`]
    }),
  )
  return [...apart, ...foreign].toSorted()
}

const instead = 'Rename the class after its screen, or move its rules to web/ui if several screens share it'

const read = (file: string) => [file, readFileSync(file, 'utf8')] as const
const allStyles = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => read(join('web', name)))
const allComponents = sourceFiles.filter((file) => file.startsWith('web/') && !isTest(file)).map(read)

test.each(bundles)('no class styles two screens of $bundle', ({ folders, shared }) => {
  const styles = allStyles.filter(([file]) => isWithinAny(dirname(file), folders))
  const components = allComponents.filter(([file]) => isWithinAny(dirname(file), folders))
  expect(ownersOf(styles).size).toBeGreaterThan(50)
  expect(findCollisions({ styles, components, shared }), instead).toEqual([])
})

test('every stylesheet and every component belongs to a bundle', () => {
  const folders = bundles.flatMap((bundle) => bundle.folders)
  const files = [...allStyles, ...allComponents].map(([file]) => file).filter((file) => /\.(css|tsx)$/.test(file))
  expect(files.filter((file) => !isWithinAny(dirname(file), folders))).toEqual([])
})

const till = 'web/staff/sales/till'
const orders = 'web/staff/purchasing/orders'

test.each<[planted: string, styles: Record<string, string>, components: Record<string, string>, found: string[]]>([
  [
    'one class in two folders',
    { [`${till}/a.css`]: '.told { color: green }', [`${orders}/b.css`]: 'dl.told > div, .x { margin: 0 }' },
    {},
    [`.told is styled by ${orders} and ${till}`],
  ],
  [
    'one class in two folders of one screen',
    {
      [`${till}/a.css`]: '.line { a: b }',
      [`${till}/pick/b.css`]: '.line { a: b }',
      [`${till}/sale/c.css`]: '.line { a: b }',
    },
    {},
    [`.line is styled by ${till}/pick and ${till}/sale`],
  ],
  [
    'a shared class in the styles of a screen',
    {
      'web/ui/table/a.css': '.table { a: b }',
      [`${orders}/b.css`]: '@media (max-width: 9.5px) { .table .date { a: b } }',
    },
    {},
    [`.table is styled by ${orders} and web/ui/table`],
  ],
  [
    'a class of another screen',
    { [`${till}/a.css`]: '/* .x */ .told:not(.wrong, :empty)::after { content: ".y {" }' },
    { [`${orders}/Order.tsx`]: 'const a = <p className={wrong ? `told ${b}` : undefined} />' },
    [`${orders}/Order.tsx uses .told of ${till}`],
  ],
  [
    'a class of another screen in classNames',
    { [`${till}/a.css`]: ':root[data-theme="dark"] .told { a: b }' },
    { 'web/ui/Box.tsx': "const a = <Box classNames={{ body: 'told' }} />" },
    [`web/ui/Box.tsx uses .told of ${till}`],
  ],
  [
    'a class of another screen in a variable',
    { [`${till}/a.css`]: '.mantine-Modal-body .told { a: b }' },
    { [`${orders}/Order.tsx`]: "const className = 'told'" },
    [`${orders}/Order.tsx uses .told of ${till}`],
  ],
  [
    'names below another class, pairs of classes, and classes of the screen or of web/ui',
    {
      [`${till}/a.css`]:
        '.line .qty { a: b } .line:is(.x, .y) { a: b } .main:has(> .till) { a: b } .link.back { a: b }',
      [`${orders}/b.css`]: '.received .qty { a: b } .main:has(.order) { a: b } .link.on { a: b }',
      'web/ui/a.css': '.ib, .ib.sm { a: b }',
    },
    {
      [`${orders}/Order.tsx`]: "const a = <p className={kind === 'line' ? 'received ib' : 'qty main'} title='line' />",
      [`${till}/sale/Line.tsx`]: "const a = <p className='line wrong' />",
    },
    [],
  ],
])('%s', (_, styles, components, found) => {
  const planted = { styles: Object.entries(styles), components: Object.entries(components) }
  expect(findCollisions({ ...planted, shared: bundles[0]!.shared })).toEqual(found)
})
