// Reads the failed tests from the JSON reports of Vitest and Playwright. `npm test` prints them again in its last lines,
// because often only the end of a log is read or kept.
import { stripVTControlCharacters } from 'node:util'

/** The part of Vitest's JSON report that is read here. */
interface ServerReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** The part of Playwright's JSON report that is read here. A suite is a file or a `test.describe`. */
interface JourneyReport {
  suites: JourneySuite[]
  errors: { message?: string }[]
}
interface JourneySuite {
  suites?: JourneySuite[]
  specs: {
    title: string
    file: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** The lines of a message that are shown: most name the expected and the received value. */
const shownLines = 12

function describeFailure(name: string, message: string) {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  return [name, ...lines.slice(0, shownLines).map((line) => `    ${line}`)].join('\n')
}

/** Returns the failed tests of a Vitest report, each with the start of its message. A file that does not load is one. */
export function failedServerTests({ testResults }: ServerReport): string[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [describeFailure(file, message)] : []
    return failed.map((one) => describeFailure(`${file} > ${one.fullName}`, one.failureMessages.join('\n')))
  })
}

/** Returns the failed journeys of a Playwright report, each with the start of its last message. */
export function failedJourneys({ suites, errors }: JourneyReport): string[] {
  const specs = suites.flatMap(specsOf).filter(({ ok }) => !ok)
  return [
    ...errors.map(({ message = '' }) => describeFailure('outside of a journey', message)),
    ...specs.map(({ file, title, tests }) => {
      const results = tests.flatMap((one) => one.results)
      return describeFailure(`${file} > ${title}`, results.at(-1)?.errors[0]?.message ?? '')
    }),
  ]
}

function specsOf({ specs, suites = [] }: JourneySuite): JourneySuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}
