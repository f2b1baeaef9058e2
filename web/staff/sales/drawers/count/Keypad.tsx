import { DeleteDigitIcon } from '../../../../ui/icons.tsx'

const digits = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const

/** Keys for a number of whole digits. They never take the focus from the field that they type into. */
export function Keypad({
  onDigit,
  onClear,
  onDelete,
  onNext,
  next,
}: {
  onDigit: (digit: string) => void
  onClear: () => void
  onDelete: () => void
  onNext: () => void
  /** What the next field counts; null in the last one. */
  next: string | null
}) {
  return (
    // A press of a key would move the focus from the field.
    <div className="keys-grid" onPointerDown={(event) => event.preventDefault()}>
      {digits.map((digit) => (
        <button key={digit} type="button" tabIndex={-1} className="key" onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" tabIndex={-1} className="key quiet" onClick={onClear}>
        Clear
      </button>
      <button type="button" tabIndex={-1} className="key" onClick={() => onDigit('0')}>
        0
      </button>
      <button type="button" tabIndex={-1} className="key quiet" aria-label="Delete the last digit" onClick={onDelete}>
        <DeleteDigitIcon />
      </button>
      <button type="button" tabIndex={-1} className="key next" disabled={next === null} onClick={onNext}>
        <span>
          Next <kbd>Enter</kbd>
        </span>
        <small>{next ?? 'That was the last'}</small>
      </button>
    </div>
  )
}
