import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { ApiError } from '../../lib/api.ts'
import { toasts } from '../toasts.ts'
import { NumberBox } from './NumberBox.tsx'

type Edited = {
  value: number
  /** Returns the message of the toast after a change: 'RG-0151 costs ₱1,000.00 now, no longer ₱900.00'. */
  what: (value: number) => string
  /** Returns the reason why the typed number cannot be saved; null if it can. */
  problemOf: (value: number | null) => string | null
  /** Saves the number. Returns a function that undoes the change. */
  save: (value: number) => Promise<() => Promise<unknown>>
}

/**
 * A number in a list that the user edits in its cell. A click or Enter starts editing. Enter, Tab or blur saves the
 * number, and Esc restores the old one. The toast after a save offers Undo.
 */
export function InlineNumber({
  value,
  shown,
  name,
  what,
  problemOf,
  save,
  prefix,
  places = 0,
}: Edited & {
  /** The displayed text while the number is not being edited. */
  shown: string
  /** The accessible name: 'Price of Emerald ring'. */
  name: string
  prefix?: string
  places?: number
}) {
  const { typed, setTyped, problem, saving, box, button, finish, onKeyDown } = useInlineEdit({
    value,
    what,
    problemOf,
    save,
  })
  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        className="inline-number"
        title={`Change: ${name}`}
        onClick={() => setTyped({ value })}
      >
        <span className="vh">{name}: </span>
        {shown}
      </button>
    )
  return (
    // Key events bubble up from the field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span className="inline-number-box" onKeyDown={onKeyDown}>
      <NumberBox
        ref={box}
        size="sm"
        aria-label={name}
        value={typed.value}
        places={places}
        error={problem}
        readOnly={saving}
        {...(prefix !== undefined && { prefix })}
        onChange={(next) => setTyped({ value: next })}
        onBlur={() => {
          // If the user leaves the field with an invalid number, the old one returns.
          if (problem === null) void finish()
          else setTyped(null)
        }}
      />
    </span>
  )
}

/** The state of a number being edited. Enter and Esc return the focus to the button. */
function useInlineEdit({ value, what, problemOf, save }: Edited) {
  const [typed, setTyped] = useState<{ value: number | null } | null>(null)
  const [saving, setSaving] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const back = useRef(false)
  const open = typed !== null
  useEffect(() => {
    if (open) box.current?.select()
    else if (back.current) button.current?.focus()
    back.current = false
  }, [open])
  const problem = typed && problemOf(typed.value)

  async function finish() {
    if (typed === null || saving) return
    if (typed.value === value) return setTyped(null)
    if (problem !== null || typed.value === null) return
    const next = typed.value
    setSaving(true)
    try {
      const undo = await save(next)
      toasts.undo(what(next), () => void undo().catch((error: ApiError) => toasts.error(`Error: ${error.message}`)))
      setTyped(null)
    } catch (error) {
      // Keep the typed number so that the user can correct it.
      toasts.error(`Error: ${(error as Error).message}`)
    } finally {
      setSaving(false)
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    // The row has its own shortcuts, so it must not receive this key.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      back.current = true
      setTyped(null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      back.current = true
      void finish()
    }
  }
  return { typed, setTyped, problem, saving, box, button, finish, onKeyDown }
}
