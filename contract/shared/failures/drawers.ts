/** The failure codes of drawers, with their HTTP status. They are part of the list in errors.ts. */
export const drawerFailures = {
  'drawer.approval_required': 403,
  'drawer.closed': 409,
  'drawer.counted': 409,
  'drawer.counting': 409,
  'drawer.currency_missing': 422,
  'drawer.currency_not_counted': 422,
  'drawer.in_use': 409,
  'drawer.movement_corrected': 409,
  'drawer.movement_final': 422,
  'drawer.no_session': 422,
  'drawer.not_chosen': 409,
  'drawer.not_counted': 409,
  'drawer.not_counting': 409,
  'drawer.not_open': 409,
  'drawer.opened': 409,
  'drawer.reason_missing': 422,
} as const
