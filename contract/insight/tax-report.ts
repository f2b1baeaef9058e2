/** The report of the recorded tax by rate. It is empty for a shop without tax. */
export const taxReport = {
  title: 'Tax',
  tells:
    'The tax within the sales completed in the period, by rate, and the tax that refunds gave back on their own day. Net is what remains.',
  period: true,
  records: ['locationID'],
  choices: { kind: ['standard', 'reduced', 'zero-rated', 'exempt'] },
  columns: [
    { field: 'rate', label: 'Rate', kind: 'text' },
    { field: 'code', label: 'Code', kind: 'text' },
    { field: 'country', label: 'Country', kind: 'text' },
    { field: 'kind', label: 'Kind', kind: 'text' },
    { field: 'percent', label: 'Percent', kind: 'quantity' },
    { field: 'amount', label: 'Sales With Tax', kind: 'money', total: true },
    { field: 'base', label: 'Base', kind: 'money', total: true },
    { field: 'tax', label: 'Tax', kind: 'money', total: true },
    { field: 'refundedBase', label: 'Refunded Base', kind: 'money', total: true },
    { field: 'refundedTax', label: 'Refunded Tax', kind: 'money', total: true },
    { field: 'netBase', label: 'Net Base', kind: 'money', total: true },
    { field: 'netTax', label: 'Net Tax', kind: 'money', total: true },
  ],
} as const
