import type { Words } from '../words/words.ts'

export type ServiceKey = keyof Words['services']['each']

const drawings: Record<ServiceKey, string> = {
  customOrders: 'M8 36l3-9L30 8l6 6-19 19zM26 12l6 6M11 27l6 6M30 36h8',
  consultation: 'M14 10h16l7 8-15 18L7 18zM7 18h30M14 10l8 26 8-26M18 10l-3 8M26 10l3 8',
  resellers: 'M15 9a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 36c1-8 5-11 10-11s9 3 10 11M26 22l5 5 8-10M28 34h10',
  jewelryServices:
    'M22 16a11 11 0 1 1 0 22a11 11 0 1 1 0-22M22 19.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15M17 6h10l3 4-8 6-8-6zM14 10h16',
  liveSales:
    'M9 9h18a3 3 0 0 1 3 3v21a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V12a3 3 0 0 1 3-3M30 19l9-5v17l-9-5M14 18h8l3 4-7 7-7-7z',
  shipping: 'M6 15l16-8 16 8v16l-16 8-16-8zM6 15l16 8 16-8M22 23v16M14 11l16 8',
  highGrade:
    'M15 6h14l9 9v14l-9 9H15l-9-9V15zM17 12h10l5 5v10l-5 5H17l-5-5V17zM15 6l2 6M29 6l-2 6M38 15l-6 2M38 29l-6-2M29 38l-2-6M15 38l2-6M6 29l6-2M6 15l6 2',
  multiLanguage: 'M5 8h20v15H14l-6 5v-5H5zM29 16h10v15h-3v5l-6-5H19v-4M10 18l5-7 5 7M12 15.5h6',
  online:
    'M22 7a15 15 0 1 1 0 30a15 15 0 1 1 0-30M7 22h30M22 7c6 5 6 25 0 30M22 7c-6 5-6 25 0 30M10 13c7 4 17 4 24 0M10 31c7-4 17-4 24 0',
}

/** The services in the order of display. */
export const serviceKeys = Object.keys(drawings) as ServiceKey[]

export const ServiceIcon = ({ of }: { of: ServiceKey }) => (
  <svg className="ic" viewBox="0 0 44 44" aria-hidden="true">
    <path d={drawings[of]} />
  </svg>
)

/** Returns the anchor of a service on the services page: `#custom-orders`. */
export const anchorOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
