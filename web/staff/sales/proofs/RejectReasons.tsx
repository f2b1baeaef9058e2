import type { RefObject } from 'react'

import { rejectReasons } from '../../../../contract/proofs/proof-rules.ts'
import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { languageNames } from '../../../../contract/shared/languages.ts'
import { nameSpokenTo, reasonNames } from './proofWords.ts'
import type { ProofDesk } from './useProofDesk.ts'

const showSentence = (sentence: HTMLElement | null) => sentence?.scrollIntoView({ block: 'nearest' })

/** The reasons to reject, and the sentence that the buyer reads for the chosen one. */
export function RejectReasons({
  proof,
  desk,
  isArmed,
  group,
}: {
  proof: ProofRow
  desk: ProofDesk
  isArmed: boolean
  group: RefObject<HTMLFieldSetElement | null>
}) {
  const { rejection, setRejection } = desk
  const { reason, words } = rejection
  return (
    <section className={isArmed ? 'proof-reasons armed' : 'proof-reasons'}>
      <fieldset ref={group} tabIndex={-1}>
        <legend>To reject, choose a reason</legend>
        <span className="how" aria-live="polite">
          {isArmed ? (
            'A number rejects now, Esc does not'
          ) : (
            <>
              <kbd>R</kbd> then a number
            </>
          )}
        </span>
        <ol>
          {rejectReasons.map((one, n) => (
            <li key={one}>
              <label className={one === reason ? 'on' : undefined}>
                <input
                  type="radio"
                  name="reason"
                  className="vh"
                  checked={one === reason}
                  onChange={() => setRejection({ reason: one, words })}
                />
                <kbd aria-hidden="true">{n + 1}</kbd>
                {reasonNames[one]}
              </label>
            </li>
          ))}
        </ol>
      </fieldset>
      {reason === 'own_words' ? (
        <label className="proof-words">
          {nameSpokenTo(proof.buyerName)} reads:
          <input
            // The person has just chosen to write.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            maxLength={300}
            lang={proof.language}
            value={words}
            onChange={(event) => setRejection({ reason, words: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Enter') desk.reject()
              if (event.key === 'Escape') setRejection({ reason: null, words })
            }}
          />
          <small>Enter rejects. Write in the language of the buyer ({languageNames[proof.language]}).</small>
        </label>
      ) : (
        reason !== null && (
          <q ref={showSentence}>
            <b>{nameSpokenTo(proof.buyerName)} reads:</b> <span lang={proof.language}>{proof.sentences[reason]}</span>
          </q>
        )
      )}
    </section>
  )
}
