import { Button } from '@mantine/core'

import { drawerClosing } from '../../../../../contract/drawers/closing.ts'
import { formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import type { DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { timeIn } from '../../../../../contract/shared/dates.ts'
import { useWrite } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { useDialogs } from '../../../../ui/dialog/dialogs.tsx'
import { BlindIcon } from '../../../../ui/icons.tsx'
import { useShortcuts } from '../../../../ui/shortcuts.ts'
import { CountDesk } from '../count/CountDesk.tsx'
import { listCurrencies, listRows, sumOf, toCountInput } from '../count/countDraft.ts'
import { useCountDraft } from '../count/useCountDraft.ts'
import { showFailure } from '../showFailure.ts'

/** Counts a drawer blind: nothing on the page comes from sales. A recount starts empty. */
export function CountBlind({
  session,
  kind,
  onBack,
}: {
  session: DrawerSessionRow
  kind: 'first' | 'recount'
  /** Goes back from a recount to the kept count. */
  onBack?: () => void
}) {
  const { drawerSessionID: id, countsYen } = session
  const { draft, setDraft, forget } = useCountDraft(`${session.number} ${kind}`)
  const count = useWrite(drawerClosing.count)
  const recount = useWrite(drawerClosing.recount)
  const sell = useWrite(drawerClosing.sellAgain)
  const dialogs = useDialogs()
  const keep = kind === 'first' ? count : recount
  const sums = listCurrencies(countsYen).map((currency) =>
    formatCash(currency, sumOf(draft, listRows(countsYen), currency)),
  )

  async function finish() {
    if (keep.isPending) return
    const confirmed =
      kind === 'first' ||
      (await dialogs.confirm({
        title: `Keep ${sums.join(' and ')} as the second count?`,
        text: 'There is no third count. The comparison follows.',
        action: 'Keep the count',
      }))
    if (!confirmed) return
    keep.mutate({ id, body: toCountInput(draft, countsYen) }, { onSuccess: forget, onError: showFailure })
  }
  const isBusy = keep.isPending || sell.isPending
  useShortcuts('Counting', [
    { key: 'F9', what: 'Finish counting', run: () => void finish(), once: true },
    { key: 'ArrowUp ArrowDown Enter', what: 'Go to another denomination' },
  ])
  return (
    <CountDesk
      countsYen={countsYen}
      draft={draft}
      onDraft={setDraft}
      hint="You count blind: what should be here is shown when you have finished."
      finish={
        <Button variant="filled" loading={keep.isPending} onClick={() => void finish()}>
          Finish
        </Button>
      }
    >
      <section className="panel count-about">
        <h2>
          <BlindIcon /> You count blind
        </h2>
        <p>What should be in the drawer is shown when you have finished.</p>
        <p>
          {kind === 'first'
            ? 'Your first count is kept. You may count once more; both stay.'
            : 'Your first count is kept. This is the second and last one; both stay.'}
        </p>
        <SessionFacts session={session} />
      </section>
      <div className="count-actions">
        <Button variant="filled" loading={keep.isPending} onClick={() => void finish()}>
          Finish counting <kbd>F9</kbd>
        </Button>
        {kind === 'first' ? (
          <Button disabled={isBusy} onClick={() => sell.mutate({ id }, { onError: showFailure })}>
            Back to selling
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={onBack}>
            Back to the first count
          </Button>
        )}
      </div>
    </CountDesk>
  )
}

function SessionFacts({
  session: { drawerName, number, createdAt, openedByName, countsYen },
}: {
  session: DrawerSessionRow
}) {
  const timeZone = useTimeZone()
  const facts = [
    ['Drawer', drawerName],
    ['Session', number],
    ['Opened', [timeIn(timeZone, new Date(createdAt)), openedByName].filter(Boolean).join(', ')],
    ['Yen', countsYen ? 'counted too' : 'nothing to count'],
  ]
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
