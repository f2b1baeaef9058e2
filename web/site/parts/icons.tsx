/** Marks a menu that opens downwards. */
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

export const MagnifyingGlass = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="9" cy="9" r="5.5" />
    <path d="M13.2 13.2L17 17" />
  </svg>
)

/** Marks the filters. */
export const Sliders = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M3 5h14M6 10h8M8.500 15h3" />
  </svg>
)

/** Marks an error. */
export const Alert = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 6.500v4.500M10 13.500v.2" />
  </svg>
)
