import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Release } from '../../contract/system/system.ts'
import { version } from '../kernel/version.ts'

const file = fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url))

/** Reads a changelog: the unreleased section and the section of one version, without empty groups. */
export function readReleases(text: string, wanted: string): Release[] {
  return splitAt(text, '## ')
    .filter(({ title }) => title === 'Unreleased' || title.split(' ')[0] === wanted)
    .map(({ title, body }) => ({
      title,
      groups: splitAt(body, '### ')
        .map((group) => ({ title: group.title, changes: listChanges(group.body) }))
        .filter(({ changes }) => changes.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0)
}

/** Splits a text at its headings of one level. */
const splitAt = (text: string, mark: string) =>
  `\n${text}`
    .split(`\n${mark}`)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return { title: title.trim(), body: lines.join('\n') }
    })

/** Returns the entries of a list as plain text, each in one line. */
const listChanges = (body: string) =>
  `\n${body}`
    .split('\n- ')
    .slice(1)
    .map((entry) => toPlainText((entry.split('\n\n')[0] ?? '').replaceAll(/\s+/g, ' ').trim()))

/** Removes the marks of Markdown: emphasis, code and the addresses of links. */
const toPlainText = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/(?<![\w`])_([^_`]+)_(?![\w`])/g, '$1')
    .replaceAll('`', '')

/**
 * The unreleased changes and those of the running version. They are read at the start, because an upgrade replaces the
 * file while this version still runs.
 */
export const releases: readonly Release[] = existsSync(file) ? readReleases(readFileSync(file, 'utf8'), version) : []
