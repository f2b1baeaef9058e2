import type { ChangeEvent } from 'react'

/**
 * The box that chooses a row of a list. One element, where Mantine's is seven that are drawn twice: a page has a
 * hundred of them.
 */
export function ChoiceBox({
  name,
  checked,
  some = false,
  onChange,
}: {
  name: string
  checked: boolean
  /** Some of what it stands for is chosen, not all. */
  some?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}) {
  return (
    <input
      type="checkbox"
      className="choice-box"
      aria-label={name}
      ref={(box) => {
        if (box) box.indeterminate = some
      }}
      checked={checked}
      onChange={onChange}
    />
  )
}
