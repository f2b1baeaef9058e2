export const about = {
  title: 'About us',
  description:
    'A small jewelry supplier in Japan for Filipino families and resellers: gold from 24K to 10K, weighed, checked and explained in three languages.',
  /** Two lines, split by hand. */
  heading: ['A small shop, its scale', 'in plain sight.'],
  picture: 'A sampaguita in gold with a pearl at its heart, on emerald green',
  text: [
    'We sell gold and diamond jewelry from Japan, from 24K to 10K: to Filipino families here and at home, to their neighbors, and to the resellers who serve them.',
    'Gold is bought on trust, often from far away and through the screen of a phone. So we say of every piece what can be measured: the karat struck in it, the grams on the scale, the stone, the size, and the price of each. What we do not know, we do not claim.',
    'Some pieces wait in the vitrine. Others are made to order or kept on pre-order, and many find their owner in a live sale, on somebody’s hand, under the lamp, with the whole family looking on.',
  ],
  principles: 'How we work',
  each: [
    {
      name: 'Weighed, not guessed',
      text: 'Every piece is weighed and checked before it leaves, and its grams stand on the invoice.',
    },
    {
      name: 'Agreed before we begin',
      text: 'Design, price and date of what we make for you are settled first. Surcharges that may apply are announced in advance.',
    },
    {
      name: 'In the language you think in',
      text: 'Tagalog, English or Japanese: ask as you would ask a neighbor, and you are answered in kind.',
    },
  ],
  marks: 'What the marks mean',
  marksLead:
    'The karat counts parts of pure gold in twenty-four; the number beside it, parts in a thousand. The rest is silver, copper or other metals, which make gold harder and shift its color.',
  karats: {
    '24K': 'Pure gold. Deep yellow and soft: for keeping, and for the days that count.',
    '22K': 'The rich color of old family pieces, a little harder than pure gold.',
    '21K': 'Well loved in the Philippines and the Middle East: rich in color, fit for careful wear.',
    '18K': 'Three quarters gold. It holds stones well, in yellow, white or rose.',
    '14K': 'Made for every day: it takes the knocks of rings and chains that never come off.',
    '10K': 'The hardest of them and the kindest to a budget, and still gold.',
  },
}
