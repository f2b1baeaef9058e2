import '../../shared/steps.css'
import './tradeIns.css'
import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'

import { tradedPiecesAtMost, type TradeInRow } from '../../../../contract/sales/trade-ins.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { RecordSelect } from '../../../ui/form/RecordSelect.tsx'
import { RecordTrail } from '../../../ui/form/RecordTrail.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../../../ui/form/useUnsavedGuard.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { customerChoice, locationChoice } from '../../shared/choices.ts'
import { BecomesStock } from './BecomesStock.tsx'
import { PiecesTable } from './PiecesTable.tsx'
import { addKnown, type DraftPiece, emptyPiece, type reckonDraft, type TradeInDraft } from './tradeInDraft.ts'
import { TradeInSteps } from './TradeInSteps.tsx'
import { type TradeInEditing, useTradeInDraft } from './useTradeInDraft.ts'

/** Edits a trade-in until it is accepted or declined, and shows it afterwards. */
export function TradeInEditor({
  tradeIn,
  back,
  onCreated,
}: {
  /** The stored trade-in; null for a new one. */
  tradeIn: TradeInRow | null
  back: { label: string; to: string }
  /** Called once a new trade-in is stored. */
  onCreated?: (tradeInID: number) => void
}) {
  const editing = useTradeInDraft(tradeIn)
  const { stored, isOpen, rows, problems, save } = editing
  useLeaveGuard(editing.dirty)
  const createdID = tradeIn === null && stored ? stored.tradeInID : null
  // The address changes after the typed values are kept, so that the guard does not ask.
  useEffect(() => {
    if (createdID !== null) onCreated?.(createdID)
    // Only the first save changes the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [createdID])
  useShortcuts('Trade-in', [{ key: 'Ctrl+s', what: 'Save', run: () => void save() }])
  return (
    <>
      <Link className="link back no-print" to={back.to}>
        ‹ {back.label}
      </Link>
      {stored && <RecordTrail id={stored.tradeInID} />}
      <PageHeader
        title="Trade-in"
        crumbs={stored && <TradeInTitle tradeIn={stored} />}
        tabs={<ScreenTabs of={screens.sales} />}
      >
        {isOpen && (
          <SubmitButton plain missing={[...problems.values()]} pending={editing.isSaving} onPress={() => void save()}>
            Save
          </SubmitButton>
        )}
      </PageHeader>
      <Pieces editing={editing} />
      <div className="trade-in-panels">
        <BecomesStock rows={rows} tradeIn={stored} />
        <TradeInSteps
          // The panel begins anew with each stored version.
          key={stored?.updatedAt}
          tradeIn={stored}
          reckoned={addKnown(rows.map((row) => row.reckoned.sum))}
          sellValue={addKnown(rows.map((row) => row.reckoned.sellValue))}
          missing={missingForOffer(rows, problems)}
          onSave={save}
          onStored={editing.keep}
        />
      </div>
    </>
  )
}

/** The customer, the pieces, and what somebody remarks. */
function Pieces({ editing }: { editing: TradeInEditing }) {
  const { stored, isOpen, draft, rows, shown, now, change } = editing
  return (
    <section className="panel trade-in" aria-label="Pieces">
      <PiecesHeader editing={editing} />
      <div className="scroll">
        <PiecesTable
          rows={rows}
          now={now}
          problems={shown}
          onChange={
            isOpen
              ? (key, changes) =>
                  change({ pieces: draft.pieces.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
              : undefined
          }
          onRemove={(key) => change({ pieces: draft.pieces.filter((one) => one.key !== key) })}
        />
      </div>
      {isOpen && (
        <footer>
          <Button
            disabled={rows.length >= tradedPiecesAtMost}
            onClick={() => change({ pieces: [...draft.pieces, addedPiece(draft)] })}
          >
            + Add a piece
          </Button>
          <TextInput
            aria-label="Remarks"
            placeholder="Remarks"
            maxLength={1000}
            value={draft.remarks}
            onChange={(event) => change({ remarks: event.currentTarget.value })}
          />
        </footer>
      )}
      {!isOpen && stored?.remarks && <p className="remarks">{stored.remarks}</p>}
    </section>
  )
}

function PiecesHeader({ editing: { stored, isOpen, draft, shown, change } }: { editing: TradeInEditing }) {
  return (
    <header>
      {isOpen ? (
        <>
          <RecordSelect
            aria-label="Customer"
            placeholder="Customer"
            {...customerChoice}
            current={stored && { value: stored.customerID, label: stored.customer.name }}
            value={draft.customerID}
            error={shown.get('customerID')}
            onChange={(customerID) => change({ customerID })}
          />
          <RecordSelect
            aria-label="Location"
            placeholder="Location"
            {...locationChoice}
            query={{ status: 'true' }}
            current={stored && { value: stored.locationID, label: stored.location.locationName }}
            value={draft.locationID}
            error={shown.get('locationID')}
            onChange={(locationID) => change({ locationID })}
          />
        </>
      ) : (
        <h2>{stored!.customer.name}</h2>
      )}
      {stored && <TakenBy tradeIn={stored} />}
    </header>
  )
}

const addedPiece = ({ pieces }: TradeInDraft): DraftPiece => emptyPiece(pieces.at(-1)?.loss)

/** Returns what an offer still needs. */
function missingForOffer(
  rows: readonly { piece: DraftPiece; reckoned: ReturnType<typeof reckonDraft> }[],
  problems: ReadonlyMap<string, string>,
): string[] {
  if (problems.size > 0) return [...problems.values()]
  return rows.flatMap(({ piece: { description, testedKarat }, reckoned: { age } }) => {
    if (testedKarat === null) return [`Test ${description}`]
    if (age === null) return [`Enter a rate of ${testedKarat} first`]
    return age === 'refused' ? [`The rate of ${testedKarat} is too old: enter today’s rate first`] : []
  })
}

function TradeInTitle({ tradeIn: { tradeInNumber, status } }: { tradeIn: TradeInRow }) {
  return (
    <p className="trade-in-title">
      {tradeInNumber} <StatusBadge status={status} />
    </p>
  )
}

function TakenBy({ tradeIn: { location, createdAt, createdBy } }: { tradeIn: TradeInRow }) {
  const timeZone = useTimeZone()
  return (
    <p className="taken-by">
      {location.locationName} · {formatMoment(createdAt, timeZone)} · taken by {createdBy?.name ?? 'the shop itself'}
    </p>
  )
}

/** Asks before typed pieces are lost. */
function useLeaveGuard(dirty: boolean) {
  const dialogs = useDialogs()
  useUnsavedGuard(dirty, () =>
    dialogs.confirm({
      title: 'Leave without saving?',
      text: 'The pieces that you have entered are not saved yet.',
      action: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
    }),
  )
}
