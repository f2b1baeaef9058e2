import { Button } from '@mantine/core'

import { Dialog } from '../../ui/Dialog.tsx'

const keys = [
  ['F2', 'Scan or search; after a sale, the next one'],
  ['F4', 'Add a payment'],
  ['F8', 'Exact cash'],
  ['F9', 'Complete'],
  ['Ctrl S', 'Save, to hold the stock'],
  ['F7', 'Park this sale and begin another'],
  ['F6', 'Parked sales'],
  ['F1', 'These keys'],
] as const

/** What the keyboard does at the till. */
export function TillKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" size={440} onClose={onClose}>
      <dl className="till-keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="dlg-foot">
        <Button variant="filled" data-autofocus onClick={onClose}>
          Okay
        </Button>
      </div>
    </Dialog>
  )
}
