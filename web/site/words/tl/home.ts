import type { Words } from '../words.ts'

export const home: Words['home'] = {
  title: 'Gintong alahas at diyamante, 24K hanggang 10K',
  description:
    'Mga alahas na ginto at diyamante, 24K hanggang 10K: ipinapagawa, pre-order, o pinipili nang live mula sa tindahan namin sa Japan.',
  hero: ['Gintong', 'maipamamana.'],
  lead: 'Mga alahas na ginto at diyamante, 24K hanggang 10K: puwedeng ipagawa, i-pre-order, o piliin nang live kasama namin mula sa tindahan namin sa Japan.',
  collection: 'Tingnan ang koleksiyon',
  custom: 'Magpagawa ng alahas',
  karats: 'Mga karat na mayroon kami',
  picture:
    'Singsing na may diyamante, palawit na hugis-araw, mga gintong pulseras at perlas sa madilim na berdeng patungan',
  introduction:
    'Maliit kaming supplier ng alahas sa Japan, para sa mga pamilya at reseller na gustong malaman nang eksakto kung ano ang binibili nila: ilang karat, ilang gramo, anong bato, at magkano ang bawat isa.',
  more: 'Sabihin lang po kung ano ang nasa isip ninyo: ipapagawa namin, itatabi bilang pre-order, o ipapakita sa ilalim ng ilaw sa live selling. Bawat piraso ay tinitimbang at sinusuri bago umalis sa amin, at sumasagot kami sa Tagalog, English at Japanese.',
  vitrine: 'Mula sa estante',
  all: 'Lahat ng alahas',
}
