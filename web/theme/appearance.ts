import { useSyncExternalStore } from 'react'

const key = 'darkMode'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/**
 * Whether this browser shows the dark theme: the choice stored as `darkMode`, or the system's setting if there is
 * none.
 */
function isDark() {
  const stored = localStorage.getItem(key)
  return stored === null ? system.matches : stored === 'true'
}

export const setDark = (dark: boolean) => setAppearance(dark ? 'dark' : 'light')

/** The appearance chosen in this browser; `system` if none was chosen. */
export type Appearance = 'light' | 'dark' | 'system'

function readAppearance(): Appearance {
  const stored = localStorage.getItem(key)
  if (stored === null) return 'system'
  return stored === 'true' ? 'dark' : 'light'
}

/**
 * Stores the choice. `system` removes the stored value, because the script that runs first on a page reads only that
 * value.
 */
export function setAppearance(appearance: Appearance) {
  if (appearance === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, String(appearance === 'dark'))
  applyAppearance()
}

export const useAppearance = () => useSyncExternalStore(subscribe, readAppearance)

export const useDark = () => useSyncExternalStore(subscribe, isDark)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function applyAppearance() {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
system.addEventListener('change', applyAppearance)
// The user has chosen the appearance in another tab.
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) applyAppearance()
})
