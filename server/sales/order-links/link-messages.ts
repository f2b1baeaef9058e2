import type { Language } from '../../../contract/shared/languages.ts'

type Facts = { shop: string; number: string; address: string; code: string }

/** Returns what a person sends the buyer with a new link. It names the order alone, since messages are forwarded. */
export const describeOrderLink = (language: Language, facts: Facts): string => texts[language](facts)

const texts: Record<Language, (facts: Facts) => string> = {
  en: ({ shop, number, address, code }) =>
    `Your order ${number} at ${shop}: what it is, what is paid and what is next.

${address}

If the link does not open, type this code on the page: ${code}

The page is yours alone. Please do not pass the link on.`,
  tl: ({ shop, number, address, code }) =>
    `Ang order ninyong ${number} sa ${shop}: kung ano po ito, magkano na ang bayad, at ano ang susunod.

${address}

Kung hindi bumukas ang link, i-type po ang code na ito sa page: ${code}

Para sa inyo lang po ang page na ito. Huwag po sanang ipasa ang link.`,
  ja: ({ shop, number, address, code }) =>
    `${shop} のご注文 ${number} の内容、お支払い状況、次のお支払いをご覧いただけます。

${address}

リンクが開かない場合は、ページで次のコードを入力してください：${code}

このページはお客様専用です。リンクを他の方に送らないでください。`,
}
