import type { Words } from '../words.ts'

export const services: Words['services'] = {
  title: 'Mga serbisyo',
  description:
    'Pagpapagawa, payo, pagkukumpuni, live selling, shipping sa loob ng Japan at sa ibang bansa, at gabay sa reseller: ano ang ihahanda at paano ang takbo.',
  heading: 'Ano ang maitutulong namin',
  lead: 'Siyam na bagay na madalas ipagawa o itanong sa amin. Sa bawat isa: ano ang ihahanda ninyo, at paano ang takbo, mula sa unang message hanggang sa hawak na ninyo ang alahas.',
  nine: 'Siyam na maitutulong namin',
  all: 'Lahat ng serbisyo',
  ready: 'Ano ang ihahanda',
  course: 'Paano ang takbo',
  ask: 'Magtanong sa amin',
  closing: 'Sapat na ang isang litrato at dalawang linya para makapagsimula.',
  each: {
    customOrders: {
      name: 'Pagpapagawa ng alahas',
      short:
        'Disenyo ninyo, o iguguhit namin para sa inyo: metal, karat, bato at sukat, napagkasunduan bago tunawin ang unang gramo.',
      text: 'Singsing na gaya ng kay Lola, pangalang naka-script, palawit na hango sa litrato: ipapagawa namin sa gintong pipiliin ninyo, mula 10K hanggang 24K. Walang tinutunaw hangga’t hindi kayo pumapayag sa disenyo, sa timbang at sa presyo.',
      ready: [
        'Litrato, guhit, o paliwanag sa sarili ninyong salita',
        'Sukat: singsing na kasya, o pirasong papel na ipinulupot sa daliri',
        'Karat at budget na nasa isip ninyo',
      ],
      course: [
        'Magme-message kayo, at magtatanong kami hanggang makita namin ang nasa isip ninyo',
        'Matatanggap ninyo ang disenyo, kasama ang tantiyang gramo, ang bato at ang presyo',
        'Pagkakasunduan muna ang disenyo, presyo at petsa bago kami magsimula',
        'Titimbangin at susuriin namin, at ipapakita sa inyo bago ipadala',
      ],
    },
    consultation: {
      name: 'Payo ng eksperto',
      short: 'Tapat na payo sa karat, sa bato, at sa kung ano ang bagay sa kamay, sa okasyon at sa budget.',
      text: 'Ang 24K ang may pinakamatingkad na kulay, pero ito rin ang pinakamalambot; ang 18K at 14K, kayang isuot araw-araw; ang 10K, pinakamagaan sa bulsa. Ipapaliwanag namin kung ano ang kahulugan nito sa alahas na gusto ninyo, at sasabihin namin kung may mas murang babagay rin.',
      ready: [
        'Para kanino, at para sa anong okasyon',
        'Kung isusuot araw-araw o pang-espesyal lang',
        'Budget, kahit tantiya lang',
      ],
      course: [
        'Mag-message, o magtanong habang naka-live kami',
        'Magmumungkahi kami ng dalawa o tatlong piraso, magkakatabi ang karat, gramo at presyo',
        'Kayo ang magpapasya, hindi namin kayo mamadaliin',
      ],
    },
    resellers: {
      name: 'Gabay at suporta sa reseller',
      short:
        'Kung paano i-post, presyuhan at ipakita ang mga alahas namin, at may mapagtatanungan habang nag-aaral pa kayo.',
      text: 'Puwedeng magsimula sa isang cellphone at sa mga kakilala. Ituturo namin kung paano ilarawan nang totoo ang alahas, paano magpresyo, at ano ang dapat malaman ng buyer tungkol sa shipping at buwis bago siya magbayad.',
      ready: [
        'Saan kayo magbebenta: live, group chat, o sa trabaho',
        'Sino ang mga buyer ninyo, at saan ipapadala ang mga parsela',
        'Ilang piraso ang gusto ninyong pagsimulan',
      ],
      course: [
        'Pag-uusapan natin kung paano kayo nagbebenta at ano ang bagay sa mga buyer ninyo',
        'Ibibigay namin ang detalye ng bawat piraso na puwede ninyong i-post: karat, gramo, bato, presyo',
        'Magla-live kayo nang hawak ang gabay namin, at nandito kami kapag may tanong',
      ],
    },
    jewelryServices: {
      name: 'Serbisyo sa alahas',
      short: 'Resize, pakintab, pagkakabit ng bato at pagkukumpuni, alam ang presyo bago magsimula.',
      text: 'Singsing na masikip na, lock ng kuwintas na bumibigay, batong umuuga: sayang kung nasa drawer lang. Titingnan muna namin ang alahas, at alam na ninyo ang presyo bago kami magsimula.',
      ready: [
        'Malilinaw na litrato: harap, gilid, at ang tatak sa loob kung mayroon',
        'Ano ang sira, at kailan pa',
        'Kung ipare-resize: ang sukat ngayon at ang sukat na kailangan',
      ],
      course: [
        'Ipadala ang mga litrato at sasabihin namin kung ano ang puwedeng gawin',
        'Pagdating ng alahas, titimbangin at susuriin namin, at ikukumpirma sa inyo ang presyo at petsa',
        'Gagawin, titimbangin ulit, at ibabalik sa inyo',
      ],
    },
    liveSales: {
      name: 'Live selling at custom order',
      short: 'Sumali sa live, makita ang kislap ng alahas sa ilaw, at umorder agad.',
      text: 'Sa live, kita ninyo ang alahas kung ano talaga: nasa kamay, nasa timbangan, nasa ilalim ng ilaw. Hilinging makita ang ibang anggulo, itanong ang gramo, at i-mine habang nasa screen. Kung naunahan kayo, puwede naming ipagawa ang kapareho.',
      ready: [
        'Account sa channel kung saan kami nagla-live',
        'Sukat ng daliri o ng pulso',
        'Pangalan at address na pagpapadalhan',
      ],
      course: [
        'I-follow kami para malaman kung kailan ang susunod na live',
        'I-mine ang piraso sa comments, ayon sa paliwanag ng host',
        'Makakatanggap kayo ng invoice na may karat, gramo, bato at presyo',
        'Pagkabayad, iimpakehin namin at ipapadala, kasama ang tracking number',
      ],
    },
    shipping: {
      name: 'Shipping at logistics',
      short: 'Sa loob ng Japan at sa ibang bansa. Sagot ng customer ang shipping fee at mga dagdag na buwis.',
      text: 'Nagpapadala kami sa loob ng Japan at sa ibang bansa. Sagot ng customer ang shipping fee, pati ang customs duty at iba pang dagdag na buwis na maaaring singilin sa bansang pupuntahan. Sinasabi namin ang alam namin tungkol dito bago kayo magbayad.',
      ready: [
        'Kumpletong address ayon sa pagsulat doon, may postal code',
        'Numero ng telepono na matatawagan ng courier',
        'Kung sa ibang bansa: ano ang hinihingi ng customs doon',
      ],
      course: [
        'Ikukumpirma namin sa inyo ang address at ang shipping fee',
        'Kukunan ng litrato ang alahas, iimpakehin at seselyuhan',
        'Ibibigay namin ang tracking number kapag naipadala na',
      ],
    },
    highGrade: {
      name: 'Mga high-grade na alahas',
      short:
        'Mga diyamante at batong de-kulay na mataas ang grado, at ginto hanggang 24K, para sa pinakamahahalagang okasyon.',
      text: 'Engagement, silver wedding, o pamana sa anak: para sa mga ito, naghahanap kami ng diyamante at batong de-kulay na mas mataas ang grado, kasama ang certificate kung mayroon, at ikinakabit sa karat na pinakamahigpit humawak sa bato.',
      ready: [
        'Ang okasyon at ang petsa nito',
        'Ano ang pinakamahalaga sa inyo: laki, kulay, linaw o tabas',
        'Budget para sa bato, at budget para sa setting',
      ],
      course: [
        'Magmumungkahi kami ng mga batong babagay, kasama ang grado at presyo',
        'Makikita ninyo ang mga ito sa litrato o sa video call',
        'Pipiliin ninyo ang setting; pagkakasunduan ang disenyo, presyo at petsa bago kami magsimula',
      ],
    },
    multiLanguage: {
      name: 'Suporta sa tatlong wika',
      short: 'Tagalog, English at Japanese: sa message, sa tawag at sa live.',
      text: 'Sumulat sa wikang gamit ninyo sa pag-iisip. Sa pamilyang dalawa ang wika, puwedeng magtanong ang bawat isa: presyo sa Tagalog, customs form sa Japanese, certificate sa English.',
      ready: ['Ang tanong lang ninyo', 'Kung gusto ninyo, sa anong wika kami sasagot'],
      course: [
        'Sumulat o tumawag sa Tagalog, English o Japanese',
        'Sasagutin namin kayo sa wika ring iyon',
        'Kung marami kayong kasali, uulitin namin ang napagkasunduan sa bawat wika',
      ],
    },
    online: {
      name: 'Hanapin kami online',
      short: 'Nandoon kami kung nasaan kayo: Instagram, Facebook, TikTok at Lineapp.',
      text: 'Sa mga channel namin unang lumalabas ang mga bagong piraso at ang oras ng live. Sa koleksiyon naman dito makikita kung ano ang nasa stock at ano ang ipinapagawa, kasama ang presyo.',
      ready: [
        'Account sa Instagram, Facebook, TikTok o Lineapp',
        'Naka-on na notifications, para walang makaligtaang live',
      ],
      course: [
        'I-follow kami sa channel na gamit na ninyo',
        'Magtanong doon, o sa pahina mismo ng alahas dito',
        'Doon din kami sasagot, o sa email kung dito kayo nagtanong',
      ],
    },
  },
}
