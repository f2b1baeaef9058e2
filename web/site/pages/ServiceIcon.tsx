import symbols from '../../pictures/symbols.svg'
import type { Words } from '../words/words.ts'

export type ServiceKey = keyof Words['services']['each']

/** The services in the order of display. */
export const serviceKeys: readonly ServiceKey[] = [
  'customOrders',
  'consultation',
  'resellers',
  'jewelryServices',
  'liveSales',
  'shipping',
  'highGrade',
  'multiLanguage',
  'online',
]

/** Draws the symbol of a service. All symbols are in one file, because paths in the scripts would weigh more. */
export const ServiceIcon = ({ of }: { of: ServiceKey }) => (
  <svg className="ic" viewBox="0 0 44 44" aria-hidden="true">
    <use href={`${symbols}#${of}`} />
  </svg>
)

/** Returns the anchor of a service on the services page: `#custom-orders`. */
export const anchorOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
