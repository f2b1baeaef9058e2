import manifest from '../package.json' with { type: 'json' }

const names: Record<string, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  ios_saf: 'Safari of iOS',
}

/** The oldest browsers that the pages are made for. Each entry of package.json's `browserslist` is `NAME >= VERSION`. */
export const oldestBrowsers = manifest.browserslist.map((entry) => {
  const [id = '', version = ''] = entry.split(' >= ')
  const name = names[id]
  if (!name || !/^[\d.]+$/.test(version)) throw new Error(`browserslist in package.json: ${entry}`)
  return { id, name, version }
})

/** The same as Vite's `build.target` names them. */
export const buildTargets = oldestBrowsers.map(({ id, version }) => id.replace('ios_saf', 'ios') + version)

/** The same for people: Chrome 120, Edge 120 or Firefox 122. */
export const oldestInWords = new Intl.ListFormat('en-US', { type: 'disjunction' })
  .format(oldestBrowsers.map(({ name, version }) => `${name} ${version}`))
  .replace(', or ', ' or ')
