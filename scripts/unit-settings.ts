// Reads the settings of a systemd service from its unit and its environment file. The two have different rules:
// systemd.syntax(7) for the unit, systemd.exec(5) for the file. No variable and no specifier (%) is expanded.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type UnitSettings = {
  user: string | null
  folder: string | null
  environment: Record<string, string>
  files: string[]
}

/** The unit of the installed shop. A test names another. */
export const unitFile = process.env['ALAHAS_UNIT'] ?? '/etc/systemd/system/alahas.service'

/** Lists the files of a unit: itself, and its drop-ins, which `systemctl edit` writes. */
export function listUnitFiles(unit: string): string[] {
  const folder = `${unit}.d`
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.conf')) : []
  return [unit, ...names.toSorted().map((name) => join(folder, name))]
}

/**
 * Returns the user, the working directory, the environment and the environment files of a unit. A later value replaces an earlier one. An
 * empty `Environment=` or `EnvironmentFile=` removes the earlier ones, as a drop-in does.
 */
export function parseUnit(text: string): UnitSettings {
  const settings: UnitSettings = { user: null, folder: null, environment: {}, files: [] }
  for (const line of joinLines(text)) {
    const [, name, value = ''] = /^(\w+)\s*=(.*)$/.exec(line.trim()) ?? []
    const given = value.trim()
    if (name === 'User') settings.user = given || null
    if (name === 'WorkingDirectory') settings.folder = given || null
    if (name === 'EnvironmentFile') settings.files = given ? [...settings.files, given.replace(/^-/, '')] : []
    if (name === 'Environment' && given === '') settings.environment = {}
    if (name === 'Environment') for (const word of splitWords(given)) assign(settings.environment, word)
  }
  return settings
}

/** Returns the lines without comments and empty lines. A line that ends with a backslash goes on in the next. */
const joinLines = (text: string) =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*[#;]/.test(line))

/** Matches a comment, or a name with the quoted parts of its value and the rest without quotes. */
const entry =
  /[#;][^\n\r]*|([^\s#;][^=\n\r]*)(?:=((?:[ \t]|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$))*)((?:\\[\s\S]|[^\n\r\\])*))?/g

/**
 * Returns the variables of an environment file. Quotes count only at the start of a value, and a quoted value may have
 * several lines. Inside single quotes a backslash is an ordinary character.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [, name = '', quoted, rest = ''] of text.matchAll(entry))
    if (quoted !== undefined && /^[A-Za-z_]\w*$/.test(name.trim()))
      environment[name.trim()] = readQuoted(quoted) + readPlain(rest)
  return environment
}

/** Joins the quoted parts. Inside double quotes a backslash protects only a quote, a backslash, ` and $. */
const readQuoted = (text: string) =>
  [...text.matchAll(/'([^']*)'?|"((?:\\[\s\S]|[^"\\])*)"?/g)]
    .map(
      ([, single, double = '']) =>
        single ??
        double.replaceAll(/\\([\s\S])/g, (all: string, next: string) =>
          next === '\n' ? '' : '"\\`$'.includes(next) ? next : all,
        ),
    )
    .join('')

/** Removes spaces at the end and backslashes. A backslash at the end of a line joins it with the next. */
const readPlain = (text: string) =>
  text
    .replace(/^((?:\\[\s\S]|[^\\])*?)[ \t]*$/, '$1')
    .replaceAll(/\\([\s\S])/g, (_, next: string) => (next === '\n' ? '' : next))

/** Splits at spaces outside quotes, as in `A=1 "B=two words"`. */
const splitWords = (text: string) =>
  [...text.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g)].map(([word]) => unquote(word))

function assign(environment: Record<string, string>, word: string) {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? []
  if (name !== undefined) environment[name] = value!
}

/** Removes the quotes of a unit's word, and backslashes outside single quotes. */
const unquote = (text: string) =>
  text.replaceAll(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs,
    (_, double: string | undefined, single: string | undefined, escaped: string | undefined) =>
      double?.replaceAll(/\\(.)/gs, '$1') ?? single ?? escaped ?? '',
  )
