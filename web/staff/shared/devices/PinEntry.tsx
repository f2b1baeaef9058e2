import './devices.css'
import { useEffect, useId, useRef, useState } from 'react'

import type { PersonAtDevice } from '../../../../contract/devices/device.ts'
import { pinDigits } from '../../../../contract/devices/pin-rules.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

/** Keeps the digits of a PIN, sends them with the last one, and calls `onSent` after the answer. */
function usePin(chosen: number | null, send: (userID: number, pin: string) => Promise<unknown>, onSent: () => void) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const isSending = useRef(false)

  async function type(text: string) {
    const next = text.replaceAll(/\D/g, '').slice(0, pinDigits)
    if (isSending.current || chosen === null) return
    setPin(next)
    setError(null)
    if (next.length < pinDigits) return
    isSending.current = true
    try {
      await send(chosen, next)
    } catch (refusal) {
      setError((refusal as Error).message)
    } finally {
      isSending.current = false
      setPin('')
      onSent()
    }
  }

  function clear() {
    setPin('')
    setError(null)
  }
  return { pin, error, type, clear }
}

/** The choice of a person and a pad for the PIN, which is sent with its last digit. All of it works by keyboard. */
export function PinEntry({
  people,
  first,
  lockedSeconds,
  empty,
  send,
}: {
  people: readonly PersonAtDevice[]
  /** The person who is chosen at first. */
  first: number | null
  lockedSeconds: number
  /** Shown when nobody can be chosen. */
  empty: string
  /** Sends the PIN. Rejects with the refusal. */
  send: (userID: number, pin: string) => Promise<unknown>
}) {
  const [chosen, setChosen] = useState(people.some(({ userID }) => userID === first) ? first : only(people))
  const input = useRef<HTMLInputElement>(null)
  const { pin, error, type, clear } = usePin(chosen, send, () => input.current?.focus())
  const id = useId()
  const left = useSecondsLeft(lockedSeconds)
  const isChosen = chosen !== null
  useEffect(() => {
    if (isChosen) input.current?.focus()
  }, [isChosen])

  function choose(userID: number) {
    setChosen(userID)
    clear()
  }

  if (people.length === 0) return <p className="pin-none">{empty}</p>
  return (
    <div
      className="pin"
      role="presentation"
      onKeyDown={(event) => {
        if (!/^\d$/.test(event.key) || event.target === input.current) return
        // The browser would type the digit once more, into the field that has the focus now.
        event.preventDefault()
        input.current?.focus()
        void type(pin + event.key)
      }}
    >
      <People
        people={people}
        chosen={chosen}
        onChoose={choose}
        onPoint={() => setTimeout(() => input.current?.focus())} // The arrow keys stay among the people.
      />
      {left > 0 ? (
        <p className="pin-locked" role="alert">
          Too many wrong PINs. PINs work again in {describeSeconds(left)}.
        </p>
      ) : (
        <>
          <label className="pin-field" htmlFor={`${id}-pin`}>
            PIN
          </label>
          <input
            ref={input}
            id={`${id}-pin`}
            className="pin-input num"
            type="password"
            inputMode="none"
            autoComplete="off"
            disabled={chosen === null}
            value={pin}
            aria-describedby={`${id}-error`}
            data-autofocus={chosen !== null || undefined}
            onChange={(event) => void type(event.currentTarget.value)}
          />
          <Pad pin={pin} off={chosen === null} onType={(text) => void type(text)} />
        </>
      )}
      <p className="error-line" role="alert" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}

function People({
  people,
  chosen,
  onChoose,
  onPoint,
}: {
  people: readonly PersonAtDevice[]
  chosen: number | null
  onChoose: (userID: number) => void
  onPoint: () => void
}) {
  const id = useId()
  return (
    <div className="pin-people" role="radiogroup" aria-label="Person">
      {people.map(({ userID, firstName, initials, photo }) => (
        <label key={userID} data-user={userID} onPointerUp={onPoint}>
          <input type="radio" className="vh" name={id} checked={userID === chosen} onChange={() => onChoose(userID)} />
          {photo ? <img className="thumb" src={photo} alt="" width={50} height={50} /> : <Initials text={initials} />}
          <b>{firstName}</b>
        </label>
      ))}
    </div>
  )
}

function Pad({ pin, off, onType }: { pin: string; off: boolean; onType: (text: string) => void }) {
  return (
    <div className="pin-pad">
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
        <Key key={digit} label={digit} off={off} onPress={() => onType(pin + digit)} />
      ))}
      <span />
      <Key label="0" off={off} onPress={() => onType(`${pin}0`)} />
      <Key label="⌫" name="Delete a digit" off={pin === ''} onPress={() => onType(pin.slice(0, -1))} />
    </div>
  )
}

const only = (people: readonly PersonAtDevice[]) => (people.length === 1 ? people[0]!.userID : null)

const Initials = ({ text }: { text: string }) => (
  <span className="thumb" aria-hidden="true">
    {text}
  </span>
)

function Key({ label, name, off, onPress }: { label: string; name?: string; off: boolean; onPress: () => void }) {
  return (
    <button type="button" aria-label={name ?? label} disabled={off} onClick={onPress}>
      {label}
    </button>
  )
}

function describeSeconds(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  return minutes > 1 ? `${minutes} minutes` : 'a minute'
}
