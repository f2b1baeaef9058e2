import { Button } from '@mantine/core'
import { useState } from 'react'

import { drawerClosing } from '../../../../../contract/drawers/closing.ts'
import { formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import type { DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { timeIn } from '../../../../../contract/shared/dates.ts'
import { useWrite } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { useShortcuts } from '../../../../ui/shortcuts.ts'
import { showFailure } from '../showFailure.ts'
import { CountBlind } from './CountBlind.tsx'

/** Offers the only recount after the first count, or accepts the count. The comparison is shown only after that. */
export function AcceptCount({ session }: { session: DrawerSessionRow }) {
  const [isRecounting, setRecounting] = useState(false)
  if (isRecounting) return <CountBlind session={session} kind="recount" onBack={() => setRecounting(false)} />
  return <KeptCount session={session} onRecount={() => setRecounting(true)} />
}

function KeptCount({
  session: { drawerSessionID: id, counts },
  onRecount,
}: {
  session: DrawerSessionRow
  onRecount: () => void
}) {
  const timeZone = useTimeZone()
  const finish = useWrite(drawerClosing.finish)
  const accept = () => {
    if (!finish.isPending) finish.mutate({ id }, { onError: showFailure })
  }
  useShortcuts('Closing', [
    { key: 'F9', what: 'Compare', run: accept, once: true },
    { key: 'F2', what: 'Count once more', run: onRecount, once: true },
  ])
  const kept = counts.filter(({ kind }) => kind === 'first')
  return (
    <section className="panel closing-card">
      <h2>The count is kept</h2>
      <p className="closing-counted">
        {kept.map(({ currency, amount }) => (
          <strong key={currency}>{formatCash(currency, amount)}</strong>
        ))}
        <small>
          {timeIn(timeZone, new Date(kept[0]!.countedAt))}, {kept[0]!.countedByName}
        </small>
      </p>
      <p>
        Compare it with what should be in the drawer, or count once more first. After the comparison nobody counts
        again.
      </p>
      <div className="closing-actions">
        <Button disabled={finish.isPending} onClick={onRecount}>
          Count once more <kbd>F2</kbd>
        </Button>
        <Button variant="filled" loading={finish.isPending} onClick={accept}>
          Compare <kbd>F9</kbd>
        </Button>
      </div>
    </section>
  )
}
