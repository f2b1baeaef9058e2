// The reports that group sales by people.

/** The report of what each person sold. */
export const sellersDefinition = {
  title: 'By seller',
  tells:
    'What each person sold in the period, and the cash that the person took less what was handed back. The sales are those of the Sales report, with refunds on their own day, and count for the person who entered the sale. Completed Orders counts completed sales, less those that came back whole, on the day of their last refund. Discount is that of completed sales. The cash is that of the Payments report. Refunded With Sale is as of now.',
  period: true,
  records: ['locationID', 'createdByID'],
  choices: {},
  columns: [
    { field: 'seller', label: 'Seller', kind: 'text' },
    { field: 'orders', label: 'Completed Orders', kind: 'number', total: true },
    { field: 'discount', label: 'Discount', kind: 'money', total: true },
    { field: 'refunded', label: 'Refunded', kind: 'money', total: true },
    { field: 'sales', label: 'Total Sales', kind: 'money', total: true },
    { field: 'refundedWithSale', label: 'Refunded With Sale', kind: 'money', total: true },
    { field: 'cash', label: 'Cash', kind: 'money', total: true },
  ],
} as const

/** The report of what each customer bought. */
export const customersDefinition = {
  title: 'Customers',
  tells:
    'Who bought in the period and what they spent less the refunds given in it, the most first. Sales without a customer are one row, so that Total Sales is that of the Sales report. Completed Orders counts completed sales, less those that came back whole, on the day of their last refund. Open Orders, Balance, Last Order and Refunded With Sale are as of now.',
  period: true,
  records: ['customerTypeID', 'locationID'],
  choices: {},
  columns: [
    { field: 'customer', label: 'Customer', kind: 'text' },
    { field: 'customerType', label: 'Customer Type', kind: 'text' },
    { field: 'contactNo', label: 'Contact No', kind: 'text' },
    { field: 'email', label: 'Email', kind: 'text' },
    { field: 'address', label: 'Address', kind: 'text' },
    { field: 'orders', label: 'Completed Orders', kind: 'number', total: true },
    { field: 'openOrders', label: 'Open Orders', kind: 'number', total: true },
    { field: 'sales', label: 'Total Sales', kind: 'money', total: true },
    { field: 'refunded', label: 'Refunded', kind: 'money', total: true },
    { field: 'refundedWithSale', label: 'Refunded With Sale', kind: 'money', total: true },
    { field: 'balance', label: 'Balance', kind: 'money', total: true },
    { field: 'lastOrder', label: 'Last Order', kind: 'moment' },
  ],
} as const
