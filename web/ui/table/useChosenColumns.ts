import { useRemembered } from '../remembered.ts'

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((v) => typeof v === 'string')

export type ChosenColumns = ReturnType<typeof useChosenColumns>

/** Reads and stores the names of the columns that this user has hidden, or shows also in a narrow window. */
export function useChosenColumns(list: string) {
  const [hidden, rememberHidden] = useRemembered<string[]>(`columns ${list}`, [], isTexts)
  const [shown, rememberShown] = useRemembered<string[]>(`shown columns ${list}`, [], isTexts)
  return {
    hidden,
    shown,
    hide: (name: string) => {
      rememberHidden([...hidden.filter((other) => other !== name), name])
      rememberShown(shown.filter((other) => other !== name))
    },
    show: (names: readonly string[]) => {
      rememberHidden(hidden.filter((name) => !names.includes(name)))
      rememberShown([...new Set([...shown, ...names])])
    },
    /** Hides the columns of a saved view. Without hidden columns, the list shows its usual ones again. */
    replaceHidden: (names: readonly string[]) => {
      rememberHidden([...names])
      rememberShown(names.length === 0 ? [] : shown.filter((name) => !names.includes(name)))
    },
  }
}
