import { useSyncExternalStore } from 'react'

const key = 'darkMode'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** Dark or light, as chosen in this browser (kept under `darkMode` as 'true' or 'false'); the system's where never chosen. */
function isDark() {
  const kept = localStorage.getItem(key)
  return kept === null ? system.matches : kept === 'true'
}

export function setDark(dark: boolean) {
  localStorage.setItem(key, String(dark))
  changed()
}

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
  if (event.key === key) changed()
})
