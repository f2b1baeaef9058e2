import './dateBox.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import { parseDay } from '../lib/days.ts'
import { formatDay } from '../lib/format.ts'
import { CalendarIcon } from './icons.tsx'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> & {
  /** YYYY-MM-DD; null if empty. Any other text is a date that the user has not finished. */
  value: string | null
  /** Receives the date, null for an empty field, or the typed text if it is no date. */
  onChange: (value: string | null) => void
}

/** Whether a value of the box is a date, not an unfinished text. */
export const isDay = (value: string) => parseDay(value) === value

/** An input for a date, written as `23 Nov 2026`. The button beside it opens the browser's calendar. */
export function DateBox({ value, onChange, onBlur, readOnly = false, ...look }: Props) {
  // The box keeps the typed text, because '1 dec' is not a date yet.
  const [text, setText] = useState(() => format(value))
  const picker = useRef<HTMLInputElement>(null)
  const day = parseDay(text)
  useEffect(() => {
    if ((day === undefined ? text : day) !== value) setText(format(value))
    // Runs only when the value changes from outside.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value])

  return (
    <TextInput
      placeholder={readOnly ? '—' : '23 Nov 2026'}
      {...look}
      autoComplete="off"
      readOnly={readOnly}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const next = parseDay(typed)
        setText(typed)
        onChange(next === undefined ? typed : next)
      }}
      onBlur={(event) => {
        if (typeof day === 'string') setText(formatDay(day))
        onBlur?.(event)
      }}
      rightSectionPointerEvents="all"
      rightSection={
        !readOnly && (
          <>
            <button
              type="button"
              className="open-calendar"
              tabIndex={-1}
              aria-label="Calendar"
              onClick={() => picker.current?.showPicker()}
            >
              <CalendarIcon />
            </button>
            <input
              ref={picker}
              className="calendar"
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              min="1900-01-01"
              max="2999-12-31"
              value={typeof day === 'string' ? day : ''}
              onChange={(event) => onChange(event.currentTarget.value || null)}
            />
          </>
        )
      }
    />
  )
}

const format = (value: string | null) => {
  const day = parseDay(value ?? '')
  return typeof day === 'string' ? formatDay(day) : (value ?? '')
}
