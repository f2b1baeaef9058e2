import { Button, Select } from '@mantine/core'
import { useState } from 'react'

import { type LiveBasketRow, liveBaskets } from '../../../../contract/live/live-baskets.ts'
import type { MadeOrderLink } from '../../../../contract/order-page/order-links.ts'
import { type Language, languageNames, languages } from '../../../../contract/shared/languages.ts'
import { copyText } from '../../../lib/clipboard.ts'
import { formatPeso } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { nameOfBasket } from './basketRules.ts'

/**
 * Sends the pages of baskets, one after another: each message is made, copied into the chat of its buyer, and the next one
 * follows. A link is readable only here, once.
 */
export function SendBaskets({ baskets, onClose }: { baskets: readonly LiveBasketRow[]; onClose: () => void }) {
  const [place, setPlace] = useState(0)
  const [made, setMade] = useState<MadeOrderLink | null>(null)
  const [language, setLanguage] = useState<Language>('en')
  const send = useWrite(liveBaskets.send, ({ data }) => {
    setMade(data)
    setLanguage(data.language)
  })
  const basket = baskets[place]!
  const isLast = place === baskets.length - 1
  const name = nameOfBasket(basket)

  async function copy(text: string) {
    if (await copyText(text)) toasts.success(`The message for ${name} is copied`)
    else toasts.error('Please mark the text and copy it with Ctrl+C')
  }
  function make() {
    send.mutate({ id: basket.basketID }, { onSuccess: ({ data }) => void copy(data.messages[data.language]) })
  }
  function goOn() {
    if (isLast) return onClose()
    setMade(null)
    send.reset()
    setPlace(place + 1)
  }
  return (
    <Dialog title={`Order page for ${name}`} size={560} onClose={onClose}>
      <div className="dlg-body basket-send">
        <p>
          {baskets.length > 1 && `${place + 1} of ${baskets.length}. `}
          {basket.numbers.length === 1 ? 'Piece' : 'Pieces'} {basket.numbers.join(', ')}, {formatPeso(basket.balance)}{' '}
          to pay. {describeSending(basket)}
        </p>
        {made && (
          <>
            <Select
              label="Language"
              data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
              value={language}
              allowDeselect={false}
              onChange={(value) => setLanguage(value as Language)}
            />
            <p className="basket-message" aria-label="Text of the message" lang={language}>
              {made.messages[language]}
            </p>
          </>
        )}
        <p className="error-line" role="alert">
          {send.error && `Error: ${send.error.message}`}
        </p>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose}>Close</Button>
        {made ? (
          <>
            <Button onClick={() => void copy(made.messages[language])}>Copy again</Button>
            <Button variant="filled" onClick={goOn}>
              {isLast ? 'Done' : 'Next'}
            </Button>
          </>
        ) : (
          <>
            {send.error && !isLast && <Button onClick={goOn}>Skip</Button>}
            <Button variant="filled" data-autofocus loading={send.isPending} onClick={make}>
              Copy message
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Says what sending does. A basket that is paid in part is held already, until its sale is closed. */
function describeSending({ sentAt, holdUntil }: LiveBasketRow): string {
  if (sentAt !== null) return 'A new link is made, and the one before stops working.'
  return holdUntil === null
    ? 'Its pieces stay held until the sale is closed.'
    : 'Sending it holds the basket for 72 hours from now.'
}
