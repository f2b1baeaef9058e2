import { isLanguage, type Language } from '../../../contract/shared/languages.ts'

const key = 'language'
const listeners = new Set<() => void>()

/** Returns the language last chosen in this browser; null if none was chosen. */
export function readChosenLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(key)
    return isLanguage(stored) ? stored : null
  } catch {
    return null // Storage is disabled, so no choice is stored.
  }
}

export function chooseLanguage(language: Language) {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage is disabled. The page still opens in that language.
  }
  for (const listener of listeners) listener()
}

/** Calls `listener` when a language is chosen. Returns a function that unsubscribes. */
export function onLanguageChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
