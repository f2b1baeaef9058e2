import { readFileSync } from 'node:fs'

const file = new URL('../../package.json', import.meta.url)

/** The program's version, such as `1.0.0`. A release's tag is the same number after a `v`. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
