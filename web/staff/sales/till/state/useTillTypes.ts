import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { paymentTypes } from '../../../../../contract/sales/payment-types.ts'
import { transactionTypes } from '../../../../../contract/sales/transaction-types.ts'
import { readQuery } from '../../../../lib/query.ts'

/**
 * Returns the transaction types and payment types of the till. The cash type is the one that gives change. An exchange
 * and a trade-in bring their own payment types, so nobody chooses those.
 */
export function useTillTypes() {
  const transactions = useQuery(
    readQuery(transactionTypes.list, { query: { sort: 'transactionTypeID', pageSize: 100 } }),
  )
  const payments = useQuery(readQuery(paymentTypes.list, { query: { sort: 'paymentTypeID', pageSize: 100 } }))
  const paymentChoices = useMemo(
    () => (payments.data?.data ?? []).filter(({ code }) => code !== 'exchange' && code !== 'trade_in'),
    [payments.data],
  )
  const cashType = paymentChoices.find(({ givesChange }) => givesChange) ?? paymentChoices[0]
  const creditType = paymentChoices.find(({ code }) => code === 'store_credit')
  const tradeInType = payments.data?.data.find(({ code }) => code === 'trade_in')
  return { transactionTypes: transactions.data?.data, paymentTypes: paymentChoices, cashType, creditType, tradeInType }
}
