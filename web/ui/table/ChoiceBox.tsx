import type { ChangeEvent } from 'react'

/**
 * The checkbox that selects a row of a list. It is one element. The checkbox of Mantine has seven and renders twice,
 * which is slow for a hundred rows.
 */
export function ChoiceBox({
  name,
  checked,
  some = false,
  onChange,
}: {
  name: string
  checked: boolean
  /** Whether some of the rows that this box stands for are selected, but not all. */
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
