/** Opens downwards. */
export const Chevron = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M5 8l5 5 5-5" />
  </svg>
)

export const Burger = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M3 6h14M3 10h14M3 14h14" />
  </svg>
)

export const Cross = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M5 5l10 10M15 5L5 15" />
  </svg>
)
