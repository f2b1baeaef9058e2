export const contact = {
  title: 'Contact us',
  description: 'Phone, email and postal address of our shop in Japan. We answer in Tagalog, English and Japanese.',
  heading: 'Talk to us',
  lead: 'Write or call in Tagalog, English or Japanese. A photo of what you have in mind says more than any form.',
  write: 'Write to us',
  writeHint:
    'Two lines are enough. We answer on LINE or Messenger, by phone or by email, in Tagalog, English or Japanese.',
  /** The field for any contact. */
  answerTo: 'LINE, Messenger, phone or email',
  answerToMissing: 'Please tell us where we can answer: LINE, Messenger, phone or email',
  thanksMore: 'We will answer there, in the language of this page.',
  message: 'Your message',
  phone: 'Phone',
  phoneSecondary: 'Second phone',
  email: 'Email',
  address: 'Address',
  map: 'Open the map',
  copy: 'Copy',
  copied: 'Copied',
  /** Shown while there is no company profile. */
  none: 'Our phone number and addresses are about to be added here. Please look in again soon.',
  help: 'What helps us answer well',
  helps: [
    'For a piece from the collection: its name or code',
    'For a custom piece: a photo or a sketch, the size, and the budget you have in mind',
    'For a repair: clear photos from the front and the side',
    'For a parcel: the country it should go to',
  ],
}
