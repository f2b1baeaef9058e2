// Reads the settings of a systemd service from its unit and its environment file, by the rules of systemd.exec(5) and
// systemd.syntax(7): a value may have single or double quotes, a backslash protects the next character outside single
// quotes and joins lines at their end, and a line that starts with # or ; is a comment. Nothing is expanded.

export type UnitSettings = { user: string | null; environment: Record<string, string>; files: string[] }

/** Returns the user, the environment and the environment files of a unit. A later value replaces an earlier one. */
export function parseUnit(text: string): UnitSettings {
  const settings: UnitSettings = { user: null, environment: {}, files: [] }
  for (const line of joinLines(text)) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line.trim()) ?? []
    if (name === 'User') settings.user = value!.trim() || null
    if (name === 'EnvironmentFile') settings.files.push(value!.trim().replace(/^-/, ''))
    if (name === 'Environment') for (const word of splitWords(value!)) assign(settings.environment, word)
  }
  return settings
}

/** Returns the variables of an environment file. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const line of joinLines(text)) {
    const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? []
    if (name !== undefined) environment[name] = unquote(value!.trim())
  }
  return environment
}

/** Returns the lines without comments and empty lines. A line that ends with a backslash goes on in the next. */
const joinLines = (text: string) =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*[#;]/.test(line))

/** Splits at spaces outside quotes, as in `A=1 "B=two words"`. */
const splitWords = (text: string) =>
  [...text.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g)].map(([word]) => unquote(word))

function assign(environment: Record<string, string>, word: string) {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? []
  if (name !== undefined) environment[name] = value!
}

/** Removes quotes, and backslashes outside single quotes. */
const unquote = (text: string) =>
  text.replaceAll(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs,
    (_, double: string | undefined, single: string | undefined, escaped: string | undefined) =>
      double?.replaceAll(/\\(.)/gs, '$1') ?? single ?? escaped ?? '',
  )
