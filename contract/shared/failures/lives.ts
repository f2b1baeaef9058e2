/** The failure codes of lives, with their HTTP status. They are part of the list in errors.ts. */
export const liveFailures = {
  'live.closed': 409,
  'live.end_too_early': 400,
  'live.not_planned': 409,
  'live.not_running': 409,
  'live.nothing_to_show': 422,
  'live.number_taken': 422,
  'live.piece_shown': 409,
  'live.piece_twice': 422,
  'live.price_below': 403,
  'live.shown_meanwhile': 409,
  'live.sold_by_weight': 422,
  'live.type_beyond_stock': 422,
} as const
