// `npm test`: every check, then the daily tests: server tests and journeys that a change usually breaks.
// `npm test -- NAME…`: all server tests and journeys whose path contains a NAME, without the checks.
// `npm run test:rest`: the tests that are not daily, and the journeys in all three engines.
// Runs every step, also after one has failed. Exits with 1 when a step failed.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

type Step = { name: string; command: string[] }

const vitest = ['vitest', 'run']
const playwright = ['playwright', 'test']

const steps = {
  daily: [
    { name: 'Checks', command: ['node', 'scripts/check.ts'] },
    { name: 'Daily server tests', command: [...vitest, '--project', 'daily'] },
    { name: 'Daily journeys', command: [...playwright, '--project', 'daily'] },
  ],
  rest: [
    { name: 'Other server tests', command: [...vitest, '--project', 'rest'] },
    { name: 'Other journeys', command: [...playwright, '--project', 'rest'] },
    { name: 'Engines', command: ['npm', 'run', '--silent', 'test:engines'] },
  ],
} satisfies Record<string, Step[]>

/** Returns the steps that run the test files whose path contains one of the names. */
function stepsFor(names: readonly string[]): Step[] {
  const matching = (pattern: string) =>
    globSync(pattern).filter(
      (file) => !/^tests\/(long|engines)\//.test(file) && names.some((name) => file.includes(name)),
    )
  const tests = matching('{contract,server,web,tests}/**/*.test.ts')
  const journeys = matching('tests/e2e/*.spec.ts')
  return [
    ...(tests.length > 0 ? [{ name: 'Server tests', command: [...vitest, ...tests] }] : []),
    ...(journeys.length > 0 ? [{ name: 'Journeys', command: [...playwright, ...journeys] }] : []),
  ]
}

/** Runs a step and returns its result in a line. */
function run({ name, command: [program = '', ...words] }: Step) {
  const started = performance.now()
  const { status } = spawnSync(program, words, { stdio: 'inherit' })
  const seconds = Math.round((performance.now() - started) / 1000)
  return { passed: status === 0, line: `${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)` }
}

function chooseSteps(words: readonly string[]): Step[] {
  if (words.length === 0) return steps.daily
  return words[0] === '--rest' ? steps.rest : stepsFor(words)
}

const words = process.argv.slice(2)
const results = chooseSteps(words).map(run)
if (results.length === 0) console.error(`No test file has ${words.join(' or ')} in its path`)
else console.log(['', ...results.map(({ line }) => line)].join('\n'))
if (results.length === 0 || results.some(({ passed }) => !passed)) process.exitCode = 1
