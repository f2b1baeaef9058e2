import './paste.css'
import { Button, Select, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import type { LiveRow } from '../../../../contract/live/lives.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { useDesk } from '../console/useDesk.ts'
import { PasteRows } from './PasteRows.tsx'
import { countKinds, kindOf, type Preview } from './pasteRules.ts'
import { Seam } from './Seam.tsx'
import { usePaste } from './usePaste.ts'

/** Pasted comments: what is here already, what is new, and how it is read. Their order is evidence and never changes. */
export function PastePage({ live }: { live: LiveRow }) {
  const desk = useDesk(live)
  const paste = usePaste(live, desk)
  const { preview } = paste
  const [place, setPlace] = useState(0)
  const certain = preview?.lines.filter(({ kind }) => kind === 'certain').length ?? 0
  const added = preview?.lines.filter(({ kind }) => kind !== 'here').length ?? 0
  const open = desk.undecided
  const current = open[Math.min(place, open.length - 1)] ?? null
  const isCovered = useDialogOpen()
  const rows = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  /** Accepts, and leaves the text field, so that the keys decide what is left. */
  async function accept() {
    await paste.accept()
    rows.current?.focus({ preventScroll: true })
  }
  useShortcuts(
    'Paste comments',
    [
      { key: 'Ctrl+Enter', what: 'Accept the certain ones', run: () => void accept(), once: true },
      { key: 'j', what: 'Next to decide', run: () => setPlace(Math.min(place + 1, open.length - 1)), notTyping: true },
      { key: 'k', what: 'Previous to decide', run: () => setPlace(Math.max(place - 1, 0)), notTyping: true },
    ],
    !isCovered,
  )
  return (
    <div className="paste">
      <title>Paste comments</title>
      <header className="paste-head">
        <Link className="link" to={`?id=${live.liveID}`}>
          ‹ {live.liveName}
        </Link>
        <h1>Paste comments</h1>
        <Select
          aria-label="Platform"
          data={live.platforms}
          value={paste.platform}
          allowDeselect={false}
          onChange={(platform) => platform !== null && paste.setPlatform(platform)}
        />
        <Button disabled={paste.text === ''} onClick={() => paste.setText('')}>
          Clear
        </Button>
      </header>
      <Textarea
        label="Comments, one in each line"
        description="Paste them again as often as you like: each is stored once."
        placeholder="20:14:07 Ana Reyes: mine po"
        rows={preview ? 3 : 8}
        ref={field}
        value={paste.text}
        error={paste.problem}
        onChange={(event) => paste.setText(event.currentTarget.value)}
      />
      {preview && <Map preview={preview} />}
      {preview && <Seam preview={preview} isActive={!isCovered} onMove={paste.moveSeam} onDrop={paste.dropSeam} />}
      <div ref={rows} tabIndex={-1}>
        {preview && preview.lines.length > 0 && <PasteRows preview={preview} desk={desk} current={current} />}
      </div>
      {preview && (
        <Foot
          certain={certain}
          added={added}
          waiting={open.length}
          isPending={paste.isAccepting}
          onAccept={() => void accept()}
        />
      )}
    </div>
  )
}

/** One tick for each line, and what they mean. */
function Map({ preview: { sentence, lines, seam: joined } }: { preview: Preview }) {
  const found = lines.findIndex(({ kind }, n) => n > 0 && kind !== 'here' && lines[n - 1]!.kind === 'here')
  const seam = joined?.isByHand ? joined.line : found
  return (
    <section className="paste-map" aria-label="Lines">
      <p>
        <b>{sentence}</b>
      </p>
      <div className="paste-ticks" aria-hidden="true">
        {lines.map((line, n) => (
          <a
            key={n}
            href={`#line-${n + 1}`}
            tabIndex={-1}
            aria-label={`Line ${n + 1}`}
            className={n === seam ? `${kindOf(line)} seam` : kindOf(line)}
          />
        ))}
      </div>
      <ul className="paste-legend">
        {countKinds(lines).map(({ kind, count, label }) => (
          <li key={kind}>
            <i className={kind} aria-hidden="true" />
            {count} {label}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Foot({
  certain,
  added,
  waiting,
  isPending,
  onAccept,
}: {
  certain: number
  added: number
  waiting: number
  isPending: boolean
  onAccept: () => void
}) {
  return (
    <footer className="paste-foot">
      <span className="keys">
        <kbd>J</kbd> <kbd>K</kbd> next, previous to decide <kbd>1</kbd> <kbd>2</kbd> choose <kbd>N</kbd> not a claim
      </span>
      <span className="push">{waiting === 0 ? 'Nothing waits for you' : `${waiting} to decide`}</span>
      <Button variant="filled" disabled={added === 0} loading={isPending} onClick={onAccept}>
        {certain > 0 ? `Accept ${certain} certain` : `Store ${added} new`} <kbd>Ctrl Enter</kbd>
      </Button>
    </footer>
  )
}
