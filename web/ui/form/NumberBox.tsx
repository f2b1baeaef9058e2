import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'

import { formatFieldText, parseNumber } from '../../lib/format.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'prefix'> & {
  /** null if empty; NaN if the text is no number. */
  value: number | null
  onChange: (value: number | null) => void
  prefix?: string
  suffix?: string
  /** The minimum number of decimals while the field has no focus. */
  places?: number
  /** Allows negative numbers. A phone's numeric keyboard has no minus key. */
  signed?: boolean
}

/** An input for a number written as `1,234.50`. Without focus it shows separators and at least `places` decimals. */
export function NumberBox({
  value,
  onChange,
  onBlur,
  prefix,
  suffix,
  places = 0,
  signed = false,
  className,
  ...look
}: Props) {
  // The box stores the typed text, because '12.' is not '12'. The form only receives the number.
  const [text, setText] = useState(() => formatFieldText(value, places))
  const means = parseNumber(text)
  useEffect(() => {
    if (!Object.is(means, value)) setText(formatFieldText(value, places))
    // Runs only when the value changes from outside.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value])
  return (
    <TextInput
      {...look}
      className={className ? `money ${className}` : 'money'}
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      {...(prefix !== undefined && { leftSection: prefix })}
      {...(suffix !== undefined && { rightSection: suffix })}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parseNumber(event.currentTarget.value))
      }}
      onBlur={(event) => {
        const typed = parseNumber(event.currentTarget.value)
        if (typed !== null && !Number.isNaN(typed)) setText(formatFieldText(typed, places))
        onBlur?.(event)
      }}
    />
  )
}
