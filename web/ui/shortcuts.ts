import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

// This register holds every keyboard shortcut. A registered shortcut works and also appears in the overview.

export type Shortcut = {
  /** The key as `shortcutKeyOf` names it: 'F9', 'Ctrl+k', 'Alt+m', '?'. A space separates keys that share one description. */
  key: string
  what: string
  /** The action. Undefined if the focused control handles the key itself. */
  run?: () => void
  /** Ignores the key in a text field, where it is a letter. */
  notTyping?: true
  /** Ignores the repetitions of a key that is held down. */
  once?: true
}
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

let groups: readonly ShortcutGroup[] = []
let overview = false
const listeners = new Set<() => void>()

function setState(nextGroups: readonly ShortcutGroup[], nextOverview: boolean) {
  groups = nextGroups
  overview = nextOverview
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the active shortcuts, grouped by the part of the screen. */
export const useShortcutGroups = () => useSyncExternalStore(subscribe, () => groups)
export const useShortcutOverview = () => useSyncExternalStore(subscribe, () => overview)
/** Opens or closes the overview of shortcuts. */
export const showShortcuts = (open = true) => setState(groups, open)

/** Returns the name of a pressed key for shortcuts; null if no shortcut can use it. */
export function shortcutKeyOf(event: {
  key: string
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}): string | null {
  const single = event.key.length === 1
  // Shift is needed to type some signs, but changes the shortcut of letters and named keys.
  const sign = single && !/[\p{L}\p{N}]/u.test(event.key)
  if (event.altKey) return altKeyOf(event)
  if (event.shiftKey && !sign) return null
  return (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + (single ? event.key.toLowerCase() : event.key)
}

/** Returns the name of a letter with Alt. On a Mac, Alt changes the sign, so the place of the key counts. */
function altKeyOf({ code = '', ctrlKey, metaKey, shiftKey }: Parameters<typeof shortcutKeyOf>[0]): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter && !ctrlKey && !metaKey && !shiftKey ? `Alt+${letter.toLowerCase()}` : null
}

// A letter does nothing in a radio button.
const textFields = 'input:not([type=radio]), textarea, select, [contenteditable=true]'
const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(textFields) !== null

/**
 * Registers shortcuts while the component is mounted and `active`. Shortcuts are ignored while the overview is open.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], active = true) {
  const listed = JSON.stringify([title, shortcuts.map(({ key, what }) => [key, what])])
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (overview) return
    const name = shortcutKeyOf(event)
    const found = shortcuts.find(({ key, run }) => run && key === name)
    if (!found || (found.notTyping && isTyping(event.target))) return
    event.preventDefault()
    if (!found.once || !event.repeat) found.run!()
  })
  useEffect(() => {
    if (!active) return undefined
    const [, named] = JSON.parse(listed) as [string, [string, string][]]
    const group = { title, shortcuts: named.map(([key, what]) => ({ key, what })) }
    setState([...groups, group], overview)
    addEventListener('keydown', onKeyDown)
    return () => {
      setState(
        groups.filter((other) => other !== group),
        overview,
      )
      removeEventListener('keydown', onKeyDown)
    }
  }, [title, listed, active])
}

const onMac = /Mac|iP/.test(globalThis.navigator?.userAgent ?? '')
const names: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': 'Space' }

/** Returns the labels of a shortcut's keys on the keyboard: `Ctrl K`, or `⌘ K` on a Mac. */
export const keyLabelsOf = (key: string): string[] =>
  key
    .split(' ')
    .map((one) =>
      (one === '+' ? [one] : one.split('+'))
        .map((part) =>
          part === 'Ctrl' ? (onMac ? '⌘' : 'Ctrl') : (names[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
        )
        .join(' '),
    )
