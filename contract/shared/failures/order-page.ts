/** The failure codes of the page of an order, with their HTTP statuses. */
export const orderPageFailures = {
  'order_link.over': 409,
  'parcel.not_sent': 422,
  'parcel.too_many': 422,
  'parcel.twice': 409,
} as const
