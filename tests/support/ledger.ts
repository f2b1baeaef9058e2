/**
 * Returns SQL that changes rows of a ledger, by default of the money ledger. A trigger forbids that. A test moves entries
 * to another day with it.
 */
export const onLedger = (
  statements: string,
  table = 'money_entry',
) => `alter table ${table} disable trigger ${table}_is_final;
  ${statements};
  alter table ${table} enable trigger ${table}_is_final`
