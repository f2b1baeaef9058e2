export const services = {
  title: 'Services',
  description:
    'Custom orders, advice, repairs, live sales, shipping within Japan and abroad, and a guide for resellers: what to have ready, and how it goes.',
  heading: 'What we can do for you',
  lead: 'Nine things people ask us for. For each: what to have ready, and how it goes, from the first message to the piece in your hand.',
  nine: 'Nine ways we can help',
  all: 'All services',
  ready: 'What to have ready',
  course: 'How it goes',
  ask: 'Ask us',
  closing: 'A photo and two lines are enough to begin.',
  each: {
    customOrders: {
      name: 'Custom Orders',
      short:
        'Your design, or ours drawn for you: metal, karat, stone and size settled before the first gram is melted.',
      text: 'A ring like the one your lola wore, a name in script, a pendant after a photo: we have it made in the gold you choose, from 10K to 24K. Nothing is melted before you have agreed to the design, the weight and the price.',
      ready: [
        'A photo, a sketch, or a description in your own words',
        'The size: a ring that fits, or a strip of paper wrapped around the finger',
        'The karat and the budget you have in mind',
      ],
      course: [
        'You write to us, and we ask back until we see what you see',
        'You get the design with its estimated grams, its stone and its price',
        'Design, price and finishing date are agreed before we begin',
        'We weigh and check the piece, and show it to you before it leaves',
      ],
    },
    consultation: {
      name: 'Expert Consultation',
      short: 'Honest advice on karat, stones and what suits the hand, the occasion and the budget.',
      text: '24K has the richest color and is the softest; 18K and 14K stand up to daily wear; 10K stretches a budget. We tell you what that means for the piece you want, and we say so when something less expensive would serve you as well.',
      ready: [
        'Who it is for, and for which occasion',
        'Whether it is worn every day or kept for special ones',
        'A budget, even a rough one',
      ],
      course: [
        'You send a message, or ask during a live sale',
        'We suggest two or three pieces, with karat, grams and price side by side',
        'You decide, in your own time',
      ],
    },
    resellers: {
      name: 'Reseller Guidance and Support',
      short: 'How to list, price and show our pieces, with someone to ask while you learn.',
      text: 'You can start with a phone and a circle of friends. We show you how to describe a piece truthfully, how to set your price, and what buyers should know about shipping and taxes before they pay.',
      ready: [
        'Where you want to sell: live, in a group chat, at work',
        'Who your buyers are, and where their parcels go',
        'How many pieces you would like to begin with',
      ],
      course: [
        'We talk through how you sell, and what suits your buyers',
        'You get the facts of each piece as you may post them: karat, grams, stone, price',
        'You go live with our guide at hand, and with us to turn to',
      ],
    },
    jewelryServices: {
      name: 'Jewelry Services',
      short: 'Resizing, polishing, stone setting and repairs, quoted before we begin.',
      text: 'A ring that no longer fits, a clasp that gives way, a stone that moves: too good to stay in a drawer. We look at the piece first, and you know the price before we begin.',
      ready: [
        'Clear photos: the front, the side, and any mark inside',
        'What is wrong with it, and since when',
        'For resizing: the size you have and the size you need',
      ],
      course: [
        'You send the photos, and we tell you what can be done',
        'When the piece reaches us we weigh and check it, and confirm price and date with you',
        'The work is done, the piece is weighed again, and it comes back to you',
      ],
    },
    liveSales: {
      name: 'Live Sales and Custom Orders',
      short: 'Join us live, see the piece move in the light, and order it on the spot.',
      text: 'In a live sale you see the piece as it is: on the hand, on the scale, under the lamp. Ask for another angle or for the grams, and claim it while it is on the screen. If somebody was faster, we can have one made for you.',
      ready: [
        'An account on the channel where we go live',
        'Your ring or bracelet size',
        'The name and address the parcel should go to',
      ],
      course: [
        'Follow us, to see when the next live sale begins',
        'Claim the piece in the comments, as the host explains',
        'You get an invoice with karat, grams, stone and price',
        'Once it is paid, we pack the piece and send it, with its tracking number',
      ],
    },
    shipping: {
      name: 'Shipping and Logistics',
      short: 'Within Japan and abroad. Shipping fees and extra taxes are paid by the customer.',
      text: 'We ship within Japan and abroad. Shipping fees are paid by the customer, and so are customs duties and other extra taxes that the country of arrival may ask for. What we know of them, we tell you before you pay.',
      ready: [
        'The full address as it is written there, with its postal code',
        'A phone number at which the carrier reaches someone',
        'For parcels abroad: what customs asks for over there',
      ],
      course: [
        'We confirm the address and the shipping fee with you',
        'The piece is photographed, packed and sealed',
        'You get the tracking number once it is on its way',
      ],
    },
    highGrade: {
      name: 'High-Grade Jewelry Options',
      short: 'Diamonds and colored stones of higher grades, and gold up to 24K, for the pieces that matter most.',
      text: 'An engagement, a silver wedding, something for a daughter to wear one day: for these we look for diamonds and colored stones of higher grades, with the certificate where there is one, set in the karat that holds them best.',
      ready: [
        'The occasion and its date',
        'What matters most to you: size, color, clarity or cut',
        'A budget for the stone, and one for the setting',
      ],
      course: [
        'We name stones that would fit, with their grades and prices',
        'You see them in pictures or on a video call',
        'You choose the setting; design, price and date are agreed before we begin',
      ],
    },
    multiLanguage: {
      name: 'Multi-Language Support',
      short: 'Tagalog, English and Japanese: in messages, on calls and live.',
      text: 'Write in the language you think in. In a family of two languages everybody can ask for themselves: the price in Tagalog, the customs form in Japanese, the certificate in English.',
      ready: ['Your question, nothing more', 'If you like, in which language we should answer'],
      course: [
        'You write or call in Tagalog, English or Japanese',
        'You are answered in the same language',
        'Where several of you take part, we repeat what was agreed in each language',
      ],
    },
    online: {
      name: 'Online Presence',
      short: 'Find us where you already are: Instagram, Facebook, TikTok and Lineapp.',
      text: 'New pieces and the times of live sales appear on our channels first. The collection on these pages shows what is in stock and what is made to order, each with its price.',
      ready: [
        'An account on Instagram, Facebook, TikTok or Lineapp',
        'Notifications switched on, so that you miss no live sale',
      ],
      course: [
        'Follow us on the channel you use anyway',
        'Ask about a piece there, or on its page here',
        'We answer you there, or by email if you asked here',
      ],
    },
  },
}
