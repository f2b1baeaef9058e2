export const home = {
  title: 'Gold and diamond jewelry, 24K to 10K',
  description:
    'Gold and diamond jewelry from 24K to 10K: made to order, on pre-order, or chosen with you live from our shop in Japan.',
  /** Two lines, split by hand. */
  hero: ['Gold worth', 'handing down.'],
  lead: 'Gold and diamond jewelry from 24K to 10K: made to order, on pre-order, or chosen with you live from our shop in Japan.',
  collection: 'See the collection',
  custom: 'Order a custom piece',
  karats: 'Karats we work in',
  picture: 'A diamond ring, a sun pendant, gold bangles and pearls on dark green plinths',
  introduction:
    'We are a small jewelry supplier in Japan, serving families and resellers who want to know exactly what they are buying: the karat, the grams, the stone, and the price of each.',
  more: 'Tell us what you have in mind and we will have it made, keep it for you on pre-order, or show it to you under the lamp in a live sale. Every piece is weighed and checked before it leaves, and we answer in Tagalog, English and Japanese.',
  vitrine: 'From the vitrine',
  all: 'All pieces',
}
