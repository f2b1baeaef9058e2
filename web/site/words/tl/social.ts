import type { Words } from '../words.ts'

export const social: Words['social'] = {
  heading: 'Sundan ang mga bago namin',
  lead: 'Dito unang lumalabas ang mga bagong alahas at petsa ng live selling.',
  website: 'Website',
  soon: 'malapit na',
}
