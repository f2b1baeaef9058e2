import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { type ApprovableCall, approvableCallOf, canBeApproved } from '../../../../contract/devices/approvals.ts'
import type { Account } from '../../../../contract/people/account.ts'
import { ApiError } from '../../../lib/api.ts'
import { onApprovalQuestion } from '../../../lib/query.ts'
import { setScreenLocked, useScreenLocked } from '../../../lib/screenLock.ts'
import { ApprovalDialog } from './ApprovalDialog.tsx'
import { LockScreen } from './LockScreen.tsx'
import { thisDeviceQuery } from './thisDevice.ts'
import { useActivity } from './useActivity.ts'

type Question = {
  call: ApprovableCall
  reason: string
  answer: (headers: Record<string, string> | null) => void
}

/** What an enrolled browser adds to every screen: the lock, and the question to a Manager. */
export function AtDevice({ account }: { account: Account }) {
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const isAsking = useRef(false)

  useEffect(() => {
    onApprovalQuestion(async (e, error) => {
      const call = approvableCallOf(e)
      if (!(error instanceof ApiError) || call === null || !canBeApproved(e, error.code) || isAsking.current)
        return null
      const here = await client.fetchQuery(thisDeviceQuery).catch(() => null)
      if (!here?.data) return null
      isAsking.current = true
      const reason = error.code === 'access.denied' ? 'Only a Manager may do this alone' : error.message
      return new Promise((answer) => setQuestion({ call, reason, answer }))
    })
    return () => onApprovalQuestion(async () => null)
  }, [client])

  function onAnswer(headers: Record<string, string> | null) {
    isAsking.current = false
    question?.answer(headers)
    setQuestion(null)
  }

  return (
    <>
      {question && <ApprovalDialog call={question.call} reason={question.reason} onAnswer={onAnswer} />}
      {account.byPin && <IdleLock account={account} />}
    </>
  )
}

function IdleLock({ account }: { account: Account }) {
  const isLocked = useScreenLocked()
  useActivity(!isLocked)
  // Another tab signed in: its token opens this one too.
  const token = useRef(account.token)
  useEffect(() => {
    if (token.current !== account.token) setScreenLocked(false)
    token.current = account.token
  }, [account.token])
  return isLocked ? <LockScreen account={account} /> : null
}
