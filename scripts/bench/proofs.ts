// Measures the picture check of payment proofs on generated receipts, whose number may follow: how many changed or repeated
// pictures it finds, how many warnings are false, and how long a comparison takes. Tries other limits on the first half of
// the receipts, and measures the chosen ones on the second. Exits 1 where it finds less than 98 % of a kind that it should
// find, or warns of more than 1 % of different receipts.
import { performance } from 'node:perf_hooks'

import { receiptLayouts } from '../../assets/demo/receipts.ts'
import {
  comparePrints,
  type PrintComparison,
  type PrintLimits,
  printLimits,
} from '../../server/sales/proofs/compare-prints.ts'
import { type Print, printOf, readPrint } from '../../server/sales/proofs/picture-print.ts'
import { kinds, randomFrom, sendPicture, someReceipt } from './proof-pictures.ts'

const receipts = Number(process.argv[2] ?? 48)
const [leastFound, mostFalse] = [0.98, 0.01]

/** Time of the clock and of the processor in ms, and the calls that took it. */
const createClock = () => ({ wall: 0, cpu: 0, calls: 0 })
const clocks = { print: createClock(), read: createClock(), compare: createClock() }
function time<Result>(clock: ReturnType<typeof createClock>, work: () => Result): Result {
  const [begin, used] = [performance.now(), process.cpuUsage()]
  const result = work()
  const { user, system } = process.cpuUsage(used)
  clock.wall += performance.now() - begin
  clock.cpu += (user + system) / 1000
  clock.calls++
  return result
}

type Case = { kind: (typeof kinds)[number]; base: Print; other: Print }
const bases: Print[] = []
const cases: Case[] = []
let bytes = 0
let largest = 0

/** Makes the print of a picture, packs it and reads it, as an upload and a later comparison do. */
async function print(webp: Buffer): Promise<Print> {
  const { print } = await printOf(webp)
  bytes += print.length
  largest = Math.max(largest, print.length)
  return time(clocks.read, () => readPrint(print))!
}

for (let n = 0; n < receipts; n++) {
  const receipt = someReceipt(randomFrom(n), receiptLayouts[n % receiptLayouts.length]!)
  const webp = await sendPicture(randomFrom(n), receipt)
  const begin = performance.now()
  const base = await print(webp)
  clocks.print.wall += performance.now() - begin
  clocks.print.calls++
  bases.push(base)
  const ofKinds = kinds.map(async (kind, at): Promise<Case> => {
    const random = randomFrom(1000 * (n + 1) + at)
    return { kind, base, other: await print(await sendPicture(random, kind.change(random, receipt), kind.way)) }
  })
  cases.push(...(await Promise.all(ofKinds)))
  if (n % 4 === 3) console.error(`${n + 1} of ${receipts} receipts drawn, ${Math.round(performance.now() / 1000)} s`)
}
const half = Math.floor(receipts / 2) * kinds.length
const [first, second] = [cases.slice(0, half), cases.slice(half)]

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`
const alike = (list: readonly Case[], limits: PrintLimits) =>
  list.filter(({ base, other }) => comparePrints(base, other, limits).isAlike).length

console.log(`${cases.length + bases.length} pictures; other limits, on the first half of the receipts:\n`)
console.log('| limits | found | false alarms |\n| --- | ---: | ---: |')
const others: Partial<PrintLimits>[] = [
  {},
  ...[5, 7, 9, 13, 16, 20].map((difference) => ({ difference })),
  ...[0.05, 0.1, 0.15, 0.3].map((changed) => ({ changed })),
  ...[0, 2, 3].map((lines) => ({ lines })),
]
const wanted = first.filter(({ kind }) => kind.warns === true)
const unwanted = first.filter(({ kind }) => kind.warns === false)
for (const limits of others) {
  const tried = { ...printLimits, ...limits }
  const name = Object.entries(limits).map(([limit, value]) => `${limit} ${value}`)
  const found = percent(alike(wanted, tried), wanted.length)
  console.log(
    `| ${name.join() || 'the chosen ones'} | ${found} | ${percent(alike(unwanted, tried), unwanted.length)} |`,
  )
}

console.log('\nThe chosen limits, on the second half:\n')
console.log('| picture | pairs | warned | missed | false | marked | largest difference | changed | ms |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
const failures: string[] = []
const falseAlarms: boolean[] = []

function report(name: string, warns: boolean | null, pairs: readonly (readonly [Print, Print])[]) {
  const clock = createClock()
  const results = pairs.map(([a, b]) => time(clock, () => comparePrints(a, b)))
  for (const key of ['wall', 'cpu', 'calls'] as const) clocks.compare[key] += clock[key]
  const warned = results.filter(({ isAlike }) => isAlike).length
  const marked = results.filter(({ isAlike, blocks }) => isAlike && blocks.length > 0).length
  if (warns === true && warned < leastFound * pairs.length) failures.push(name)
  if (warns === false) falseAlarms.push(...results.map(({ isAlike }) => isAlike))
  const aligned = results.filter(({ difference }) => difference < 255)
  const range = (of: (result: PrintComparison) => number, digits: number) => {
    const values = aligned.map(of).toSorted((one, other) => one - other)
    return values.length === 0 ? 'none' : `${values[0]!.toFixed(digits)} to ${values.at(-1)!.toFixed(digits)}`
  }
  const cells = [
    name,
    pairs.length,
    percent(warned, pairs.length),
    warns === true ? pairs.length - warned : '',
    warns === false ? warned : '',
    marked,
    range(({ difference }) => difference, 0),
    range(({ changed }) => 100 * changed, 1),
    (clock.cpu / clock.calls).toFixed(1),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

for (const kind of kinds)
  report(
    kind.name,
    kind.warns,
    second.filter((one) => one.kind === kind).map(({ base, other }) => [base, other]),
  )
const random = randomFrom(1)
const anyOf = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)]!
const strangers = Array.from({ length: 4000 }, () => [anyOf(second), anyOf(second)] as const)
const pairs = strangers.filter(([one, other]) => one.base !== other.base).map(([a, b]) => [a.other, b.other] as const)
report('any two of different payments', false, pairs)

const each = ({ wall, cpu, calls }: ReturnType<typeof createClock>) =>
  `${(wall / calls).toFixed(1)} ms${cpu > 0 ? ` (${(cpu / calls).toFixed(1)} ms of the processor)` : ''}`
console.log(
  `\nA print takes ${each(clocks.print)} and ${Math.round(bytes / (cases.length + bases.length))} bytes, ${largest} at most.`,
)
console.log(`To read one takes ${each(clocks.read)}, a comparison ${each(clocks.compare)}.`)
if (falseAlarms.filter(Boolean).length > mostFalse * falseAlarms.length) failures.push('false alarms')
if (failures.length > 0) {
  console.error(`Outside the limits: ${failures.join('; ')}`)
  process.exitCode = 1
}
