/** The failure codes of the demo shop, with their HTTP status. They are part of the list in errors.ts. */
export const demoFailures = {
  'demo.blocked': 409,
  'demo.busy': 409,
  'demo.loaded': 409,
  'demo.shop_not_empty': 409,
} as const
