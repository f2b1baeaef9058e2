/**
 * Returns SQL that changes rows of the money ledger, which a trigger forbids. A test moves entries to another day with
 * it.
 */
export const onLedger = (statements: string) => `alter table money_entry disable trigger money_entry_is_final;
  ${statements};
  alter table money_entry enable trigger money_entry_is_final`
