import { isLanguage, type Language } from '../../../contract/shared/languages.ts'

const key = 'language'
const listeners = new Set<() => void>()

/** The language that was last chosen in this browser; null where none ever was. */
export function chosenLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(key)
    return isLanguage(kept) ? kept : null
  } catch {
    return null // Storage is switched off: nothing is remembered.
  }
}

export function chooseLanguage(language: Language) {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage is switched off: the page is in that language all the same.
  }
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever one is chosen; answers how to end that. */
export function onChosenLanguage(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
