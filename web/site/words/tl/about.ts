import type { Words } from '../words.ts'

export const about: Words['about'] = {
  title: 'Tungkol sa amin',
  description:
    'Maliit na supplier ng alahas sa Japan para sa mga pamilyang Pilipino at reseller: ginto mula 24K hanggang 10K, tinimbang, sinuri at ipinaliwanag sa tatlong wika.',
  heading: ['Maliit na tindahan,', 'kita ng lahat ang timbangan.'],
  picture: 'Gintong brotseng sampaguita na may perlas sa gitna, sa berdeng background',
  text: [
    'Nagbebenta kami ng alahas na ginto at diyamante mula sa Japan, 24K hanggang 10K: sa mga pamilyang Pilipino rito at sa atin, sa mga kapitbahay nila, at sa mga reseller nila.',
    'Sa ginto, tiwala ang puhunan, lalo na kung malayo ang bibili at sa screen lang ng cellphone nakatingin. Kaya sa bawat piraso, sinasabi namin ang nasusukat: ang karat na nakatatak, ang gramo sa timbangan, ang bato, ang sukat, at ang presyo ng bawat isa. Ang hindi namin alam, hindi namin ipinapangako.',
    'May mga alahas na naghihintay sa estante. May ipinapagawa, may naka-pre-order, at marami ang nakakahanap ng may-ari sa live selling: nasa kamay, sa ilalim ng ilaw, habang nakatingin ang buong pamilya.',
  ],
  principles: 'Paano kami magtrabaho',
  each: [
    {
      name: 'Tinitimbang, hindi hinuhulaan',
      text: 'Bawat piraso ay tinitimbang at sinusuri bago ipadala, at nasa invoice ang gramo.',
    },
    {
      name: 'Usapan muna bago simulan',
      text: 'Ang disenyo, presyo at petsa ng ipinapagawa ay pinagkakasunduan muna. Sinasabi nang maaga ang maaaring dagdag na singil.',
    },
    {
      name: 'Sa wikang sanay kayo',
      text: 'Tagalog, English o Japanese: magtanong na parang sa kapitbahay, at ganoon din kami sasagot.',
    },
  ],
  marks: 'Ano ang ibig sabihin ng tatak',
  marksLead:
    'Sinasabi ng karat kung ilan sa 24 na bahagi ang purong ginto; ang numero sa tabi nito, kung ilan sa 1,000. Ang natitira ay pilak, tanso o ibang metal na nagpapatigas sa ginto at nagpapaiba ng kulay nito.',
  karats: {
    '24K': 'Purong ginto. Matingkad na dilaw at malambot: pang-ipon, at pang-espesyal na okasyon.',
    '22K': 'Ang matingkad na kulay ng mga lumang alahas ng pamilya, mas matigas nang kaunti kaysa sa puro.',
    '21K': 'Paborito sa Pilipinas at sa Gitnang Silangan: matingkad ang kulay, at bagay sa maingat magsuot.',
    '18K': 'Tatlong-kapat ay ginto. Mahigpit humawak sa bato; may dilaw, puti at rosas.',
    '14K': 'Pang-araw-araw: tatagal kahit nabubunggo, kaya para sa singsing at kuwintas na hindi na hinuhubad.',
    '10K': 'Ang pinakamatigas at pinakamagaan sa bulsa, at ginto pa rin.',
  },
}
