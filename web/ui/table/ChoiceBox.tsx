import type { ChangeEvent } from 'react'

/**
 * The checkbox that selects a row of a list. It is one element; Mantine's has seven and renders twice, which is slow
 * for a hundred rows.
 */
export function ChoiceBox({
  name,
  checked,
  some = false,
  onChange,
}: {
  name: string
  checked: boolean
  /** Some, but not all, of its rows are selected. */
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
