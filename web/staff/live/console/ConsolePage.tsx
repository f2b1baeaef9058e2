import './console.css'
import './stream.css'
import './claimBox.css'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

import type { LiveRow } from '../../../../contract/live/lives.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { usePhone } from '../../../ui/usePhone.ts'
import { useWideScreen } from '../../../ui/wideScreen.ts'
import { ClaimBox } from './ClaimBox.tsx'
import { Comments } from './Comments.tsx'
import { ConsoleHead, openPresenter } from './ConsoleHead.tsx'
import { OnShow } from './OnShow.tsx'
import { PhoneConsole } from './PhoneConsole.tsx'
import { Tray } from './Tray.tsx'
import { useBox } from './useBox.ts'
import { useDesk } from './useDesk.ts'

/** The console of a live that has started: the piece on show, the comments, and the one box. */
export function ConsolePage({ live, list }: { live: LiveRow; list: string }) {
  useWideScreen()
  const phone = usePhone()
  const desk = useDesk(live)
  const box = useBox(desk)
  const isCovered = useDialogOpen()
  const navigate = useNavigate()
  const focusFirst = useEffectEvent(() => {
    if (!phone) box.focus()
  })
  useEffect(() => focusFirst(), [])
  useShortcuts(
    'Live',
    [
      { key: 'PageDown', what: 'Next piece', run: () => desk.step(1), once: true },
      { key: 'PageUp', what: 'Previous piece', run: () => desk.step(-1), once: true },
      { key: 'F2', what: 'The box', run: box.focus },
      { key: 'F4', what: 'Paste comments', run: () => void navigate(`?id=${live.liveID}&view=paste`) },
      { key: 'F8', what: 'Present', run: () => openPresenter(live.liveID) },
      ...(box.text === '' ? [{ key: 'Ctrl+z', what: 'Take back', run: desk.takeBack }] : []),
    ],
    !isCovered,
  )
  if (phone) return <PhoneConsole desk={desk} box={box} list={list} />
  return (
    <div className="live-console">
      <ConsoleHead desk={desk} list={list} onDone={box.focus} />
      <OnShow desk={desk} box={box} />
      <Tray desk={desk} onShown={box.focus} />
      <Comments desk={desk} box={box} />
      <ClaimBox desk={desk} box={box} />
    </div>
  )
}
