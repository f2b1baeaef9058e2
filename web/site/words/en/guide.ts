export const guide = {
  heading: 'Selling live with our pieces',
  lead: 'A guide for resellers. Four things settled before the first viewer joins, so that nobody is surprised afterwards.',
  whole: 'Read the whole guide',
  steps: {
    invoice: {
      name: 'Invoice',
      short: 'Each buyer gets an invoice, with karat, grams, stone and price of every piece on its own line.',
      points: [
        'One invoice for each buyer, never one for a whole group.',
        'Every piece on its own line: item code, karat, grams, stone, price.',
        'Discount, shipping fee and what has been paid stand below, so that the balance is plain.',
        'Send it before you ask for payment, and keep a copy.',
      ],
    },
    packaging: {
      name: 'Packaging',
      short:
        'Every piece in its pouch and box, photographed before it is sealed, with its certificate where it has one.',
      points: [
        'Check the piece against the invoice: the karat mark, the weight, the stone.',
        'Photograph it, then the closed box, and keep the pictures with the invoice.',
        'Pouch, box, padding, and nothing that rattles. The certificate goes in where there is one.',
        'Nothing on the outside tells of gold.',
      ],
    },
    shipping: {
      name: 'Shipping',
      short: 'Tracked within Japan and abroad. The address is confirmed with the buyer before it leaves.',
      points: [
        'Read name, address and phone number back to the buyer, and wait for the yes.',
        'Within Japan: a service with tracking, and a delivery time at which somebody is at home.',
        'Abroad: ask first whether jewelry may come in by that service and what must be declared. Declare what it is, at what was paid.',
        'The customer pays the shipping fee. Say how much before the order is closed, and send the tracking number as soon as you have it.',
      ],
    },
    surcharges: {
      name: 'Surcharges',
      short: 'Customs, taxes and card fees that may apply are announced in advance, never after payment.',
      points: [
        'Say before payment which may come: customs duty, import tax, card and transfer fees.',
        'Say who pays them: extra taxes are the customer’s, as shipping is.',
        'If nobody can know the amount yet, say that, and who decides it.',
        'What you learn later is told before the parcel leaves.',
      ],
    },
  },
}
