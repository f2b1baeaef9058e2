import { useEffect, useState } from 'react'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { isLapsed } from '../state/saleCalls.ts'
import { formatTimeLeft } from '../state/saleWords.ts'

/** Shows how long a Pending sale still holds its stock. Other sales show nothing. */
export function HoldClock({ sale }: { sale: SaleRow }) {
  const timeZone = useTimeZone()
  const now = useNow()
  if (sale.status !== 'Pending' || sale.holdUntil === null) return null
  const until = formatMoment(sale.holdUntil, timeZone)
  if (isLapsed(sale, now))
    return (
      <p className="hold lapsed">
        The hold lapsed on {until}. This sale holds no stock; saving takes it again, if it is still there.
      </p>
    )
  return (
    <p className="hold">
      Held until {until} <span>({formatTimeLeft(Date.parse(sale.holdUntil) - now)} left)</span>
    </p>
  )
}

/** Returns the current time in milliseconds, updated every second. */
function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [])
  return now
}
