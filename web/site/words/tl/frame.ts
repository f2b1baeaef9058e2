import type { Words } from '../words.ts'

export const frame: Words['frame'] = {
  skip: 'Dumiretso sa nilalaman',
  loading: 'Naglo-load...',
  main: 'Pangunahing menu',
  language: 'Wika',
  menu: 'Menu',
  more: 'Iba pang pahina',
  home: 'Home',
  pages: 'Mga pahina',
  about: 'Tungkol sa amin',
  contact: 'Makipag-ugnayan',
  products: 'Mga alahas',
  services: 'Mga serbisyo',
  signIn: 'Mag-sign in',
  account: 'Account',
  dashboard: 'Dashboard',
  logout: 'Mag-logout',
  close: 'Isara',
  trouble: 'Hindi mabuksan ang pahinang ito',
  troubleHelp: 'Pakisubukan ulit maya-maya. Kung ayaw pa rin, mag-message o tumawag po kayo: nandito pa rin kami.',
  again: 'Subukan ulit',
}
