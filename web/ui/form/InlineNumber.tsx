import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { ApiError } from '../../lib/api.ts'
import { toasts } from '../toasts.ts'
import { NumberBox } from './NumberBox.tsx'

type Edited = {
  value: number
  /** What the toast says is changed: 'The price of RG-0151'. */
  what: (value: number) => string
  /** Why the typed number cannot be saved. */
  problemOf: (value: number | null) => string | null
  /** Saves the number. Returns the function that takes it back. */
  save: (value: number) => Promise<() => Promise<unknown>>
}

/**
 * A number of a list that can be changed where it stands: a click or Enter opens it, Enter, Tab or leaving it saves,
 * Esc leaves it as it was. `save` answers how to take it back, which the toast then offers for a while.
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
  /** How it reads while nobody types in it. */
  shown: string
  /** What it is of: 'Price of Emerald ring'. */
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
    // Keys bubble up from the field.
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
          // A field that is left with nonsense shows the old number again.
          if (problem === null) void finish()
          else setTyped(null)
        }}
      />
    </span>
  )
}

/** The number while it is typed. The focus returns to its button after Enter and Esc. */
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
      // The typed number stays, to be corrected or given up.
      toasts.error(`Error: ${(error as Error).message}`)
    } finally {
      setSaving(false)
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    // The row has keys of its own, which are not meant here.
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
