import { Button, Select } from '@mantine/core'
import { useState } from 'react'

import type { MadeOrderLink } from '../../../../contract/order-page/order-links.ts'
import { type Language, languageNames, languages } from '../../../../contract/shared/languages.ts'
import { copyText } from '../../../lib/clipboard.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Shows a new link to who made it: the message to copy or share, the link alone, and its QR code. */
export function ShareLink({ made, onClose }: { made: MadeOrderLink; onClose: () => void }) {
  const [language, setLanguage] = useState<Language>(made.language)
  const { modules, path } = made.codes[language]

  async function copy(text: string, what: string) {
    if (await copyText(text)) toasts.success(`${what} copied`)
    else toasts.error('Please mark the text and copy it with Ctrl+C')
  }
  return (
    <Dialog title="Link for the buyer" size={560} onClose={onClose}>
      <div className="dlg-body order-links-share">
        <p>
          Whoever has it opens this order, so send it to the buyer alone. Nobody can read it again once you have left
          this sale: make a new one then.
        </p>
        <Select
          label="Language"
          data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage(value as Language)}
        />
        <p className="order-links-text" aria-label="Text of the message" lang={language}>
          {made.messages[language]}
        </p>
        <figure>
          <svg viewBox={`0 0 ${modules} ${modules}`} aria-hidden="true" shapeRendering="crispEdges">
            <path d={path} />
          </svg>
          <figcaption>
            The QR code opens the page too: at the counter, the buyer scans it.
            <span>
              Code <b className="num">{made.code}</b>
            </span>
          </figcaption>
        </figure>
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose}>Close</Button>
        <Button onClick={() => void copy(made.addresses[language], 'Link')}>Copy link</Button>
        {'share' in navigator && (
          // The person may close the share sheet, which is no failure.
          <Button onClick={() => void navigator.share({ text: made.messages[language] }).catch(() => {})}>Share</Button>
        )}
        <Button variant="filled" data-autofocus onClick={() => void copy(made.messages[language], 'Message')}>
          Copy message
        </Button>
      </div>
    </Dialog>
  )
}
