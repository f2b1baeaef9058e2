import './overlay.css'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { liveOverlay } from '../../../../contract/live/live-overlay.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { formatNearMoment } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { CopyField } from '../../../ui/CopyField.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** The secret address of the page that OBS lays over the picture. It is readable only here, once. */
export function OverlayPanel({ live: { liveID: id, overlayMadeAt } }: { live: LiveRow }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const dialogs = useDialogs()
  const [made, setMade] = useState<Answer<typeof liveOverlay.make>['data'] | null>(null)
  const make = useWrite(liveOverlay.make, ({ data }) => setMade(data))
  const end = useWrite(liveOverlay.end, () => setMade(null))
  // Another person may have made a newer address meanwhile.
  const isShown = made !== null && (overlayMadeAt === null || overlayMadeAt <= made.madeAt)
  const isPending = make.isPending || end.isPending
  const failure = make.error ?? end.error

  async function askAndMake() {
    const yes =
      overlayMadeAt === null ||
      (await dialogs.confirm({
        title: 'Make a new overlay address?',
        text: 'The address before it stops at once. Put the new one into OBS.',
        action: 'Make New Address',
        danger: true,
      }))
    if (!yes) return
    end.reset()
    make.mutate({ id })
  }
  async function askAndEnd() {
    const yes = await dialogs.confirm({
      title: 'Remove the overlay address?',
      text: 'The overlay in OBS goes blank. You can make a new address at any time.',
      action: 'Remove Address',
      danger: true,
    })
    if (!yes) return
    make.reset()
    end.mutate({ id }, { onSuccess: () => toasts.success('The overlay address is removed') })
  }
  return (
    <section className="panel live-overlay" aria-label="Overlay for OBS">
      <header>
        <div>
          <h2>Overlay for OBS</h2>
          <p>
            {overlayMadeAt === null
              ? 'No address yet. A browser source in OBS shows the piece on show over the picture.'
              : `Address made ${formatNearMoment(overlayMadeAt, timeZone, now)}. Closing the live ends it.`}
          </p>
        </div>
        {overlayMadeAt !== null && (
          <Button size="sm" variant="subtle" disabled={isPending} onClick={() => void askAndEnd()}>
            Remove
          </Button>
        )}
        <Button size="sm" loading={make.isPending} disabled={end.isPending} onClick={() => void askAndMake()}>
          {overlayMadeAt === null ? 'Make address' : 'New address'}
        </Button>
      </header>
      {isShown && (
        <div className="live-overlay-address">
          <CopyField key={made.address} label="Overlay address" text={made.address} />
          <p>Copy it now: it is shown only here, once. Paste it as the URL of a browser source of 1920 × 1080.</p>
        </div>
      )}
      {failure && (
        <p className="error-line" role="alert">
          Error: {failure.message}
        </p>
      )}
    </section>
  )
}
