import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'

type Properties = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** The value in the address. */
  value: string
  /** Called with the typed text on blur. Enter submits the form instead. */
  commit: (text: string) => void
}

/** A text field that commits on blur and follows other changes of the address. */
export function TypedField({ value, commit, ...rest }: Properties) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    setTyped(value)
  }
  // Text typed before hydration is in the field, but fired no event.
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
