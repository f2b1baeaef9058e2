import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'

import { liveBuyers } from '../../../../contract/live/live-buyers.ts'
import { buyers } from '../../../../contract/sales/buyers.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTellTyping } from '../calls/useTellTyping.ts'
import { foreseePlace, listBuyers, readBox } from './liveRules.ts'
import { describeRecord } from './liveWords.ts'
import type { Desk } from './useDesk.ts'

/** The one box: what is typed, how it is read before Enter, and what Enter sends. */
export function useBox(desk: Desk) {
  const { live, claims, byPiece } = desk
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [turn, setTurn] = useState(0)
  useTellTyping(live.liveID, text === '' ? 'nothing' : 'typing', text)
  const [chosenPlatform, setPlatform] = useState(live.platforms[0]!)
  const platform = live.platforms.includes(chosenPlatform) ? chosenPlatform : live.platforms[0]!
  const here = useMemo(() => listBuyers(claims.filter((claim) => claim.platform === platform)), [claims, platform])
  const others = useOtherBuyers(readBox(text, live, { here, others: [], turn })?.name ?? '', platform)
  const typed = readBox(text, live, { here, others, turn })
  const buyerID = typed?.buyer?.buyerID ?? null
  const facts = useQuery({ ...readQuery(liveBuyers.get, { id: buyerID ?? 0 }), enabled: buyerID !== null })
  const line = typed?.piece ? (byPiece.get(typed.piece.livePieceID) ?? []) : []
  const record = buyerID !== null && facts.data?.data.buyerID === buyerID ? facts.data.data : null

  function change(next: string) {
    setText(next)
    setTurn(0)
  }
  /** Sends what is typed. The box is empty at once; a refusal puts the text back unless more was typed meanwhile. */
  async function submit() {
    if (!typed || typed.name === '') return
    const sent = text
    const body = {
      text: sent.trim(),
      platform,
      ...(typed.piece && { livePieceID: typed.piece.livePieceID }),
      ...(typed.buyer && { buyerID: typed.buyer.buyerID }),
    }
    change('')
    if (!(await desk.note(body))) setText((now) => (now === '' ? sent : now))
  }
  return {
    field,
    text,
    typed,
    platform,
    setPlatform,
    /** What the buyer has won and paid in lives, in words; null while nobody is named. */
    record: record && describeRecord(record),
    marks: record?.marks.filter(({ endedAt }) => endedAt === null).map(({ mark }) => mark) ?? [],
    /** What Enter would give. */
    place: typed?.piece ? foreseePlace(typed.piece, line, { lineLength: live.lineLength, buyerID }) : null,
    change,
    takeNextBuyer: () => setTurn((before) => before + 1),
    submit,
    focus: () => field.current?.focus({ preventScroll: true }),
  }
}
export type Box = ReturnType<typeof useBox>

/** The buyers of the shop whose names a typed one may mean. They follow a moment after the keys. */
function useOtherBuyers(name: string, platform: Box['platform']) {
  const [search] = useDebouncedValue(name, 200)
  const { data } = useQuery({
    ...readQuery(buyers.list, { query: { search, platform, status: 'true', pageSize: '10' } }),
    enabled: search.length > 1,
  })
  return search.length > 1 ? (data?.data ?? []) : []
}
