import { Button, Select } from '@mantine/core'
import type { KeyboardEvent } from 'react'

import { initialsOf } from '../../../lib/format.ts'
import { CheckIcon, KeyboardIcon, WarningIcon } from '../../../ui/icons.tsx'
import { useOthersTyping } from '../calls/useOthersTyping.ts'
import { focusNewestComment } from './Comments.tsx'
import { nameOfBuyer } from './liveWords.ts'
import type { Box } from './useBox.ts'
import type { Desk, Told as ToldResult } from './useDesk.ts'

/** The one box. It reads back what is typed before Enter, and the last result stays beside it. */
export function ClaimBox({ desk, box, phone = false }: { desk: Desk; box: Box; phone?: boolean }) {
  const { live } = desk
  const { field, text } = box
  const isClosed = live.status === 'Closed'
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    // Tab is the key of the page, unless the name may mean another buyer.
    if (event.key === 'Tab' && !event.shiftKey && canTurn(box)) {
      event.preventDefault()
      box.takeNextBuyer()
    } else if (event.key === 'Escape' && text !== '') box.change('')
    else if (event.key === 'Escape' || event.key === 'ArrowUp') {
      event.preventDefault()
      focusNewestComment()
    }
  }
  return (
    <form
      className={phone ? 'live-type phone' : 'live-type'}
      aria-label="Note a claim"
      onSubmit={(event) => {
        event.preventDefault()
        void box.submit()
        if (!phone) box.focus()
      }}
    >
      <div className="live-box">
        {live.platforms.length > 1 && (
          <Select
            className="live-platform"
            aria-label="Platform"
            data={live.platforms}
            value={box.platform}
            allowDeselect={false}
            onChange={(platform) => {
              if (platform !== null) box.setPlatform(platform)
              box.focus()
            }}
          />
        )}
        <label className="live-typing">
          <span className="vh">Claim</span>
          <KeyboardIcon />
          <input
            ref={field}
            value={text}
            maxLength={500}
            placeholder={phone ? 'name, or 12 ana' : '12 ana'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            disabled={isClosed}
            aria-describedby="live-read"
            onChange={(event) => box.change(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {!phone && <ReadBack box={box} />}
        </label>
        <Button type="submit" variant="filled" className="live-note" disabled={isClosed}>
          {phone ? 'Note' : 'Note claim'} {!phone && <kbd>Enter</kbd>}
        </Button>
      </div>
      {phone && <ReadBack box={box} />}
      <ResultAndOthers desk={desk} onDone={box.focus} />
      {!phone && <Keys />}
    </form>
  )
}

const canTurn = ({ typed }: Box) =>
  typed !== null && typed.offered.some(({ buyerID }) => buyerID !== typed.buyer?.buyerID)

/** What Enter would note: the piece, the buyer with their record, and the place in line. */
function ReadBack({ box }: { box: Box }) {
  const { typed, record, marks, place } = box
  return (
    <output className="live-read" id="live-read">
      {typed && (
        <>
          {typed.piece ? (
            <span>
              <b>{typed.piece.number}</b> {typed.piece.itemName}
            </span>
          ) : (
            <span className="open">{typed.question}</span>
          )}
          {typed.name !== '' && <BuyerRead typed={typed} />}
          {record !== null && <span>{record}</span>}
          {marks.map((mark) => (
            <span key={mark} className="open">
              {mark}
            </span>
          ))}
          {place !== null && typed.name !== '' && !typed.isSeveral && <span>{place}</span>}
        </>
      )}
    </output>
  )
}

function BuyerRead({ typed }: { typed: NonNullable<Box['typed']> }) {
  if (typed.buyer)
    return (
      <span>
        <b>{nameOfBuyer(typed.buyer)}</b>
        {typed.buyer.customerName !== null && `, ${typed.buyer.handle}`}
      </span>
    )
  if (typed.isSeveral)
    return (
      <span className="open">
        {typed.offered.length} buyers are called {typed.name}: Tab chooses
      </span>
    )
  return (
    <span>
      <b>{typed.name}</b>, new buyer{typed.offered.length > 0 && ' (Tab: another)'}
    </span>
  )
}

/** The last result, in the sentence of the server, with the key that takes it back. Under it stands what others type. */
function ResultAndOthers({ desk, onDone }: { desk: Desk; onDone: () => void }) {
  const { told, live } = desk
  const others = useOthersTyping(live.liveID)
  return (
    <div className="live-with">
      <div aria-live="polite">{told && <Result told={told} desk={desk} onDone={onDone} />}</div>
      {others.length > 0 && (
        <p className="live-others">
          {others.map(({ userID, name, doing, typed }) => (
            <span key={userID}>
              <i aria-hidden="true">{initialsOf(name)}</i>
              <b>{name}</b> is {doing} {doing === 'typing' && <q>{typed}</q>}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

function Result({ told, desk, onDone }: { told: ToldResult; desk: Desk; onDone: () => void }) {
  return (
    <p className={told.isWrong ? 'live-told wrong' : 'live-told'}>
      {told.isWrong ? <WarningIcon /> : <CheckIcon />}
      <span>{told.text}</span>
      {told.takeBack && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            desk.takeBack()
            onDone()
          }}
        >
          Take back <kbd>Ctrl Z</kbd>
        </Button>
      )}
    </p>
  )
}

const Keys = () => (
  <p className="live-keys">
    {(
      [
        ['12 ana', 'number, name'],
        ['ana 2.5g', 'name, grams'],
        ['ana', 'the piece on show'],
        ['Tab', 'another Ana'],
        ['F2', 'this box'],
        ['Esc', 'comments'],
        ['Ctrl Z', 'take back'],
      ] as const
    ).map(([key, what]) => (
      <span key={key}>
        <kbd>{key}</kbd> {what}
      </span>
    ))}
  </p>
)
