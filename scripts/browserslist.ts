import manifest from '../package.json' with { type: 'json' }

const names: Record<string, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  ios_saf: 'Safari of iOS',
}

/** The oldest supported browsers. Each entry of package.json's `browserslist` is `NAME >= VERSION`. */
export const oldestBrowsers = manifest.browserslist.map((entry) => {
  const [id = '', version = ''] = entry.split(' >= ')
  const name = names[id]
  if (!name || !/^[\d.]+$/.test(version)) throw new Error(`browserslist in package.json: ${entry}`)
  return { id, name, version }
})

/** The oldest supported browsers in the form of Vite's `build.target`. */
export const buildTargets = oldestBrowsers.map(({ id, version }) => id.replace('ios_saf', 'ios') + version)

/** The oldest supported browsers for messages: Chrome 120, Edge 120 or Firefox 122. */
export const oldestInWords = new Intl.ListFormat('en-US', { type: 'disjunction' })
  .format(oldestBrowsers.map(({ name, version }) => `${name} ${version}`))
  .replace(', or ', ' or ')
