import type { Words } from '../words.ts'

export const social: Words['social'] = {
  heading: 'つながる',
  lead: '新作とライブ販売の日程は、こちらで最初にお知らせします。',
  website: 'ウェブサイト',
  soon: '準備中',
}
