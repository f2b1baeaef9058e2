import type { Words } from '../words.ts'

export const contact: Words['contact'] = {
  title: 'Makipag-ugnayan',
  description: 'Telepono, email at address ng tindahan namin sa Japan. Sumasagot kami sa Tagalog, English at Japanese.',
  heading: 'Kausapin kami',
  lead: 'Sumulat o tumawag sa Tagalog, English o Japanese. Mas malinaw pa sa kahit anong form ang isang litrato ng nasa isip ninyo.',
  write: 'Sumulat sa amin',
  writeHint:
    'Sapat na ang dalawang linya. Sasagot kami sa LINE, Messenger, telepono o email, sa Tagalog, English o Japanese.',
  answerTo: 'LINE, Messenger, telepono o email',
  answerToMissing: 'Pakisulat po kung saan kami sasagot: LINE, Messenger, telepono o email',
  thanksMore: 'Doon po kami sasagot, sa wika ng pahinang ito.',
  message: 'Ang mensahe ninyo',
  phone: 'Telepono',
  phoneSecondary: 'Ikalawang telepono',
  email: 'Email',
  address: 'Address',
  map: 'Buksan ang mapa',
  copy: 'Kopyahin',
  copied: 'Nakopya na',
  none: 'Ilalagay pa lang dito ang telepono at mga address namin. Pakibalikan po ito maya-maya.',
  help: 'Para mas mabilis kaming makasagot',
  helps: [
    'Kung tungkol sa nasa koleksiyon: ang pangalan o code nito',
    'Kung magpapagawa: litrato o guhit, sukat, at ang budget na nasa isip ninyo',
    'Kung ipapaayos: malilinaw na litrato ng harap at gilid',
    'Kung ipapadala: sa anong bansa',
  ],
}
