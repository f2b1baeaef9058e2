import type { RepairReturnRow, repairOutcomes } from '../../../../contract/stock/repair-returns.ts'

/** The names of the outcomes of a repair. */
export const outcomeNames = { shelf: 'Shelf', scrap: 'Scrap' } satisfies Record<(typeof repairOutcomes)[number], string>

export const outcomeChoices = [
  { value: 'shelf', label: outcomeNames.shelf },
  { value: 'scrap', label: outcomeNames.scrap },
] as const

/** Describes where the goods went, with the type of the stock on the shelf. */
export const describeOutcome = ({ outcome, shelfType }: RepairReturnRow) =>
  shelfType === null ? outcomeNames[outcome] : `${outcomeNames[outcome]}, ${shelfType.typeName}`
