import { useSyncExternalStore } from 'react'

const key = 'darkMode'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** Dark or light, as chosen in this browser (kept under `darkMode` as 'true' or 'false'); the system's where never chosen. */
function isDark() {
  const kept = localStorage.getItem(key)
  return kept === null ? system.matches : kept === 'true'
}

export const setDark = (dark: boolean) => setAppearance(dark ? 'dark' : 'light')

/** What was chosen in this browser; `system` where nothing was. */
export type Appearance = 'light' | 'dark' | 'system'

function chosen(): Appearance {
  const kept = localStorage.getItem(key)
  if (kept === null) return 'system'
  return kept === 'true' ? 'dark' : 'light'
}

/** As the system means that nothing is kept: the page's first script looks for nothing else. */
export function setAppearance(appearance: Appearance) {
  if (appearance === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, String(appearance === 'dark'))
  changed()
}

export const useAppearance = () => useSyncExternalStore(subscribe, chosen)

export const useDark = () => useSyncExternalStore(subscribe, isDark)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed() {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
system.addEventListener('change', changed)
// Another tab chose.
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) changed()
})
