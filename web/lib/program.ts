/** Describes the browser and the system of a User-Agent header: 'Chrome on Windows'. */
export function describeProgram(agent: string): string {
  const program = findFirst(programs, agent)
  const system = findFirst(systems, agent)
  if (program === undefined && system === undefined) return 'An unknown program'
  return [program ?? 'A program', system].filter(Boolean).join(' on ')
}

const findFirst = (table: readonly (readonly [RegExp, string])[], agent: string) =>
  table.find(([mark]) => mark.test(agent))?.[1]

// The order matters, because the header of a browser often contains the names of other browsers too.
const programs = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(node|undici)\b/, 'Node.js'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const
