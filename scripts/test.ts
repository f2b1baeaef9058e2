// `npm test`: every check, then the daily tests: server tests and journeys that a change usually breaks.
// `npm test -- NAME…`: all server tests and journeys whose path contains a NAME, without the checks.
// `npm run test:rest`: the tests that are not daily, and the journeys in all three engines.
// Runs every step, also after one has failed, and names the failed tests at the end. Exits with 1 when a step failed.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'

import { failedJourneys, failedServerTests } from './failed-tests.ts'

type Step = { name: string; command: string[] }

const reportFile = 'node_modules/.cache/tests.json'
const vitestReport = ['--reporter=json', `--outputFile.json=${reportFile}`]
const vitest = ['vitest', 'run', '--reporter=default', ...vitestReport]
const engines = ['npm', 'run', '--silent', 'test:engines', '--', ...vitestReport]
const playwright = ['playwright', 'test', '--reporter=list,json']

const steps = {
  daily: [
    { name: 'Checks', command: ['node', 'scripts/check.ts'] },
    { name: 'Daily server tests', command: [...vitest, '--project', 'daily'] },
    { name: 'Daily journeys', command: [...playwright, '--project', 'daily'] },
  ],
  rest: [
    { name: 'Other server tests', command: [...vitest, '--project', 'rest'] },
    { name: 'Other journeys', command: [...playwright, '--project', 'rest'] },
    { name: 'Engines', command: engines },
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

/** Runs a step and returns its result in a line, with its failed tests. */
function run({ name, command: [program = '', ...words] }: Step) {
  rmSync(reportFile, { force: true })
  const started = performance.now()
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }
  const { status } = spawnSync(program, words, { stdio: 'inherit', env })
  const seconds = Math.round((performance.now() - started) / 1000)
  const line = `${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`
  return { passed: status === 0, line, failed: status === 0 ? [] : readFailedTests() }
}

/** Reads the failed tests of the last step. A step that tests nothing, or ended early, leaves no report. */
function readFailedTests() {
  if (!existsSync(reportFile)) return []
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  return 'testResults' in report ? failedServerTests(report) : failedJourneys(report)
}

function chooseSteps(words: readonly string[]): Step[] {
  if (words.length === 0) return steps.daily
  return words[0] === '--rest' ? steps.rest : stepsFor(words)
}

const words = process.argv.slice(2)
const results = chooseSteps(words).map(run)
if (results.length === 0) console.error(`No test file has ${words.join(' or ')} in its path`)
else console.log(['', ...results.flatMap(({ failed }) => failed), ...results.map(({ line }) => line)].join('\n'))
if (results.length === 0 || results.some(({ passed }) => !passed)) process.exitCode = 1
