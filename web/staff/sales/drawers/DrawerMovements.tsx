import { Button } from '@mantine/core'
import { useState } from 'react'

import type { DrawerSessionRow } from '../../../../contract/drawers/drawer-sessions.ts'
import { timeIn } from '../../../../contract/shared/dates.ts'
import { formatNearMoment, today } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { describeMovement, formatMoved } from './drawerWords.ts'
import { TakeMovementBack } from './MovementForm.tsx'

type Movement = DrawerSessionRow['movements'][number]

/** The cash that came in and went out of an open session and is no payment. A wrong row is taken back once. */
export function DrawerMovements({ session: { movements, status, isBlind } }: { session: DrawerSessionRow }) {
  const [wrong, setWrong] = useState<Movement | null>(null)
  const corrected = new Set(movements.map(({ correctsID }) => correctsID))
  if (isBlind) return null
  if (movements.length === 0) return <p className="drawer-hint">Nothing came in or went out but payments.</p>
  return (
    <>
      <ul className="drawer-movements" aria-label="Cash in and out">
        {movements.map((movement) => {
          const isTakenBack = corrected.has(movement.movementID)
          const isWrong = movement.kind !== 'opening_difference' && movement.correctsID === null && !isTakenBack
          return (
            <li key={movement.movementID} className={isTakenBack ? 'taken-back' : undefined}>
              <span>
                {describeMovement(movement)}
                <MovementDetails movement={movement} />
              </span>
              {isWrong && status === 'Open' && (
                <Button
                  size="sm"
                  aria-label={`Take back ${describeMovement(movement)} ${formatMoved(movement)}`}
                  onClick={() => setWrong(movement)}
                >
                  Take back
                </Button>
              )}
              <b>{formatMoved(movement)}</b>
            </li>
          )
        })}
      </ul>
      {wrong && <TakeMovementBack movement={wrong} onClose={() => setWrong(null)} />}
    </>
  )
}

function MovementDetails({ movement: { at, byName, note } }: { movement: Movement }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const moment = new Date(at)
  const isToday = today(timeZone, moment) === today(timeZone, now)
  const time = isToday ? timeIn(timeZone, moment) : formatNearMoment(at, timeZone, now)
  return <small>{[time, byName, note].filter(Boolean).join(' · ')}</small>
}
