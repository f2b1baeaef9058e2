import type { Words } from '../words.ts'

export const guide: Words['guide'] = {
  heading: 'Pag-live selling ng mga alahas namin',
  lead: 'Gabay para sa mga reseller. Apat na bagay na dapat malinaw bago pumasok ang unang viewer, para walang magulat pagkatapos.',
  whole: 'Basahin ang buong gabay',
  steps: {
    invoice: {
      name: 'Invoice',
      short: 'May invoice ang bawat buyer, at nasa sariling linya ang karat, gramo, bato at presyo ng bawat piraso.',
      points: [
        'Isang invoice sa bawat buyer, hindi isa para sa buong grupo.',
        'Bawat piraso sa sariling linya: item code, karat, gramo, bato, presyo.',
        'Nasa ibaba ang discount, shipping fee at ang nabayaran na, para malinaw ang balanse.',
        'Ipadala bago maningil, at magtabi ng kopya.',
      ],
    },
    packaging: {
      name: 'Pag-iimpake',
      short:
        'Bawat piraso sa pouch at kahon nito, kinukunan ng litrato bago selyuhan, kasama ang certificate kung mayroon.',
      points: [
        'Itapat ang alahas sa invoice: tatak ng karat, timbang, bato.',
        'Kunan ng litrato ang alahas, pagkatapos ang saradong kahon, at itabi kasama ng invoice.',
        'Pouch, kahon, sapin, at walang kumakalog. Isama ang certificate kung mayroon.',
        'Walang nakasulat sa labas na magsasabing ginto ang laman.',
      ],
    },
    shipping: {
      name: 'Pagpapadala',
      short: 'May tracking sa loob ng Japan at sa ibang bansa. Kinukumpirma sa buyer ang address bago ipadala.',
      points: [
        'Basahin ulit sa buyer ang pangalan, address at numero, at hintayin ang oo niya.',
        'Sa loob ng Japan: serbisyong may tracking, at oras ng delivery na may tao sa bahay.',
        'Sa ibang bansa: itanong muna kung puwedeng ipasok ang alahas sa serbisyong iyon at ano ang idedeklara. Ideklara kung ano talaga, sa halagang binayaran.',
        'Sagot ng customer ang shipping fee. Sabihin kung magkano bago isara ang order, at ipadala agad ang tracking number.',
      ],
    },
    surcharges: {
      name: 'Dagdag na singil',
      short: 'Ang customs, buwis at card fee na maaaring idagdag ay sinasabi nang maaga, hindi pagkatapos magbayad.',
      points: [
        'Bago magbayad, sabihin kung ano ang maaaring idagdag: customs duty, import tax, card fee at transfer fee.',
        'Sabihin kung sino ang magbabayad: sagot ng customer ang dagdag na buwis, gaya ng shipping.',
        'Kung wala pang makapagsasabi ng halaga, sabihin iyon, at kung sino ang magpapasya.',
        'Ang malalaman pa lang sa huli, sabihin bago umalis ang parsela.',
      ],
    },
  },
}
