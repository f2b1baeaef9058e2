import { formatQuantity, formatWeight } from '../../../../lib/format.ts'
import { ViewIcon } from '../../../../ui/icons.tsx'
import type { TrayFigures } from '../state/trayFigures.ts'

/** Shows the pieces of the sale in figures: their number, the grams of gold by karat, and the margin. */
export function TrayTotals({
  tray: { pieces, grams, byKarat, margin },
  showsMargin,
  onToggleMargin,
}: {
  tray: TrayFigures
  showsMargin: boolean
  onToggleMargin: () => void
}) {
  return (
    <p className="lip">
      <b>
        {formatQuantity(pieces)} {pieces === 1 ? 'piece' : 'pieces'}
        {grams > 0 && ` · ${formatWeight(grams)}`}
      </b>
      {byKarat.length > 1 && (
        <span>{byKarat.map(({ karat, grams }) => `${karat} ${formatWeight(grams)}`).join(', ')}</span>
      )}
      {margin !== null && (
        <span className="lip-margin">
          {showsMargin && `margin ${margin}%`}
          <button
            type="button"
            aria-label={showsMargin ? 'Hide the margin' : 'Show the margin'}
            aria-pressed={showsMargin}
            title={showsMargin ? 'Hide the margin (Alt M)' : 'Show the margin (Alt M)'}
            onClick={onToggleMargin}
          >
            <ViewIcon />
          </button>
        </span>
      )}
    </p>
  )
}
