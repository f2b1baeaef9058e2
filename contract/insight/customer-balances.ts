/** The report of what each customer owed at the end of a day, and of the store credit that the shop owed each. */
export const customerBalances = {
  title: 'Customer balances',
  tells:
    'What each customer owed at the end of a day, by the days since the order date. Each balance is that of the customer’s statement; a negative one is the customer’s. Store credit stands apart. An edited open sale counts with its new total from its order date.',
  period: false,
  asOf: true,
  records: ['customerID', 'customerTypeID'],
  choices: {},
  columns: [
    { field: 'customer', label: 'Customer', kind: 'text' },
    { field: 'customerType', label: 'Customer Type', kind: 'text' },
    { field: 'contactNo', label: 'Contact No', kind: 'text' },
    { field: 'email', label: 'Email', kind: 'text' },
    { field: 'sales', label: 'Open Sales', kind: 'number', total: true },
    { field: 'current', label: '0 to 30 Days', kind: 'money', total: true },
    { field: 'over30', label: '31 to 60 Days', kind: 'money', total: true },
    { field: 'over60', label: '61 to 90 Days', kind: 'money', total: true },
    { field: 'over90', label: 'Over 90 Days', kind: 'money', total: true },
    { field: 'balance', label: 'Balance', kind: 'money', total: true },
    { field: 'credit', label: 'Store Credit', kind: 'money', total: true },
  ],
} as const
