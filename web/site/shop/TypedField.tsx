import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'

type Properties = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** The value in the address. */
  value: string
  /** Called with the typed text on blur. Enter submits the form instead. */
  commit: (text: string) => void
}

/** A text field that reports its text on blur. It shows the new value when the address changes. */
export function TypedField({ value, commit, ...rest }: Properties) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    setTyped(value)
  }
  // A visitor may have typed text before hydration. The field contains that text, but it fired no event.
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => setTyped(field.current!.value), [])
  return (
    <input
      {...rest}
      ref={field}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== value) commit(typed)
      }}
    />
  )
}
