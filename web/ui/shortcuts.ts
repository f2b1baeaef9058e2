import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

// The one register of what the keyboard does: a shortcut entered here works, and stands in the overview.

export type Shortcut = {
  /** As `keyOf` tells it: 'F9', 'Ctrl+k', '?'; several that belong together with a space between them. */
  key: string
  what: string
  /** What it does. Left out where the control that has the focus hears it itself. */
  run?: () => void
  /** Not while somebody types in a field: it is a letter there. */
  notTyping?: true
}
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

let groups: readonly ShortcutGroup[] = []
let overview = false
const listeners = new Set<() => void>()

function set(nextGroups: readonly ShortcutGroup[], nextOverview: boolean) {
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

/** What the keyboard does just now, part by part of the screen. */
export const useShortcutGroups = () => useSyncExternalStore(subscribe, () => groups)
export const useShortcutOverview = () => useSyncExternalStore(subscribe, () => overview)
/** Opens the overview of the keys, or closes it. */
export const showShortcuts = (open = true) => set(groups, open)

/** A key as shortcuts name it; null where a shortcut has no such key. */
export function keyOf(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}): string | null {
  const single = event.key.length === 1
  // Shift is part of some signs, and makes other shortcuts of the rest.
  const sign = single && !/[\p{L}\p{N}]/u.test(event.key)
  if (event.altKey || (event.shiftKey && !sign)) return null
  return (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + (single ? event.key.toLowerCase() : event.key)
}

const typing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null

/**
 * Shortcuts of one part of the screen, for as long as it is there and `active`. While the overview is shown none of
 * them does anything.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], active = true) {
  const said = JSON.stringify([title, shortcuts.map(({ key, what }) => [key, what])])
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (overview) return
    const name = keyOf(event)
    const found = shortcuts.find(({ key, run }) => run && key === name)
    if (!found || (found.notTyping && typing(event.target))) return
    event.preventDefault()
    found.run!()
  })
  useEffect(() => {
    if (!active) return undefined
    const [, named] = JSON.parse(said) as [string, [string, string][]]
    const group = { title, shortcuts: named.map(([key, what]) => ({ key, what })) }
    set([...groups, group], overview)
    addEventListener('keydown', hear)
    return () => {
      set(
        groups.filter((other) => other !== group),
        overview,
      )
      removeEventListener('keydown', hear)
    }
  }, [title, said, active])
}

const onMac = /Mac|iP/.test(globalThis.navigator?.userAgent ?? '')
const names: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': 'Space' }

/** The keys of a shortcut as they are written on the keyboard: `Ctrl K`, or `⌘ K`. */
export const keyNames = (key: string): string[] =>
  key.split(' ').map((one) =>
    one
      .split('+')
      .map((part) =>
        part === 'Ctrl' ? (onMac ? '⌘' : 'Ctrl') : (names[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
      )
      .join(' '),
  )
