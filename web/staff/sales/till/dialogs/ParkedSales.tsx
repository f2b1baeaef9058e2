import { Button } from '@mantine/core'

import { formatMoment, formatQuantity } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { useDialogs } from '../../../../ui/dialog/dialogs.tsx'
import { deleteLocalSale, type LocalSale, useLocalSales } from '../state/localSales.ts'
import { saleNameOf } from '../state/saleWords.ts'

/** Shows the number of parked sales and the shortcut key that opens them. */
export function ParkedButton({ here, onOpen }: { here: string; onOpen: () => void }) {
  const count = useLocalSales().filter(({ key }) => key !== here).length
  return (
    <button type="button" className="link" aria-keyshortcuts="F6" onClick={onOpen}>
      Parked{count > 0 && ` (${count})`} <kbd>F6</kbd>
    </button>
  )
}

/** Lists the sales parked in this browser, to resume or discard one. */
export function ParkedSales({
  here,
  onPark,
  onResume,
  onClose,
}: {
  /** The draft key of the sale at the till. The list omits this sale. */
  here: string
  /** Parks the sale at the till. Null if that sale is empty. */
  onPark: (() => void) | null
  onResume: (key: string) => void
  onClose: () => void
}) {
  const dialogs = useDialogs()
  const parked = useLocalSales().filter(({ key }) => key !== here)

  async function discard(parkedSale: LocalSale) {
    const yes = await dialogs.confirm({
      title: `Discard the sale ‘${saleNameOf(parkedSale.draft)}’?`,
      text: parkedSale.sent
        ? 'It was sent and had no answer, so it may have been made: look for it in the list first.'
        : 'Everything that was entered in it will be lost.',
      action: 'Discard sale',
      cancel: 'Keep it',
      danger: true,
    })
    if (yes) deleteLocalSale(parkedSale.key)
  }
  return (
    <Dialog title="Parked sales" size={600} full onClose={onClose}>
      <div className="dlg-body">
        <p>
          Parked sales stay in this browser, hold no stock and have no number: to hold its stock, save a sale. One that
          was left open in another window is here too.
        </p>
        {parked.length === 0 && <p className="none-found">No sale is parked.</p>}
        <ul className="parked" aria-label="Parked sales">
          {parked.map((parkedSale, n) => (
            <ParkedSale
              key={parkedSale.key}
              parkedSale={parkedSale}
              first={n === 0 && onPark === null}
              onResume={() => onResume(parkedSale.key)}
              onDiscard={() => void discard(parkedSale)}
            />
          ))}
        </ul>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose} data-autofocus={(onPark === null && parked.length === 0) || undefined}>
          Close
        </Button>
        {onPark && (
          <Button variant="filled" data-autofocus onClick={onPark}>
            Park this sale
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function ParkedSale({
  parkedSale: { draft, at, sent },
  first,
  onResume,
  onDiscard,
}: {
  parkedSale: LocalSale
  first: boolean
  onResume: () => void
  onDiscard: () => void
}) {
  const timeZone = useTimeZone()
  const name = saleNameOf(draft)
  const pieces = draft.lines.reduce((sum, { orderQty }) => sum + orderQty * 1000, 0) / 1000
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>
          {formatMoment(at, timeZone)} · Total quantity {formatQuantity(pieces)}
          {sent && ' · sent, not answered yet'}
        </small>
      </div>
      <Button size="sm" aria-label={`Discard ${name}`} onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" aria-label={`Resume ${name}`} data-autofocus={first || undefined} onClick={onResume}>
        Resume
      </Button>
    </li>
  )
}
