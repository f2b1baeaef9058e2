import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'

type Properties = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** What the address says. */
  value: string
  /** Told what was typed, when it is done: the field is left. Enter sends its form instead. */
  commit: (text: string) => void
}

/** A field that is typed into at leisure, and follows the address when that changes by other means. */
export function TypedField({ value, commit, ...rest }: Properties) {
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  if (told !== value) {
    setTold(value)
    setTyped(value)
  }
  // What was typed before the scripts ran is in the field, and nobody heard of it.
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
