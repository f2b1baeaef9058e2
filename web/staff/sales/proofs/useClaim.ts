import { useEffect, useEffectEvent, useRef } from 'react'

import { proofs, type ProofRow } from '../../../../contract/proofs/proofs.ts'
import { useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { findTaker, isWaiting } from './proofWords.ts'

/** The time after which an open proof is taken, in milliseconds. Whoever passes by with J and K takes nothing. */
const takesAfter = 3000

/**
 * Takes the open proof after a moment, so that two people do not check it at once. The proof is given back when another
 * one is opened. Who leaves the screen keeps it for the rest of the minutes, because they may look at its sale.
 */
export function useClaim(openID: number | null, proof: ProofRow | undefined) {
  const me = useAccount()
  const held = useRef<number>(null)
  const take = useWrite(proofs.take)
  const release = useWrite(proofs.release)

  const claim = useEffectEvent(() => {
    if (!proof || proof.proofID !== openID || !isWaiting(proof) || !may(me, 'proofs.decide')) return
    if (findTaker(proof, me?.userID, new Date()) !== null) return
    // Another person may have been faster, which the screen then shows.
    take.mutate({ id: proof.proofID }, { onSuccess: () => void (held.current = proof.proofID) })
  })
  const giveBack = useEffectEvent((kept: number | null) => {
    const before = held.current
    if (before === null || before === kept) return
    held.current = null
    release.mutate({ id: before })
  })
  const isLoaded = proof !== undefined && proof.proofID === openID
  useEffect(() => {
    giveBack(openID)
    if (!isLoaded) return undefined
    const timer = setTimeout(claim, takesAfter)
    return () => clearTimeout(timer)
  }, [openID, isLoaded])

  return {
    /** Takes the proof at once, when the person begins to type. */
    takeNow: () => {
      if (held.current !== openID) claim()
    },
    /** Forgets a proof that was decided. */
    forget: () => {
      held.current = null
    },
  }
}
