import { readFileSync } from 'node:fs'

import type { ImportKind } from '../../contract/imports/import-columns.ts'
import { sourceFiles } from '../../scripts/modules.ts'

// The places where people fill in and see the fields of each input of the contract. A test compares these places with
// the screens.

/** The reason why people do not find something in a place. */
type Reason = string
type Shown = {
  files: string[]
  /** For a field that the files show under another name: the text by which they show it. */
  as?: Record<string, string>
  /** The fields that the place does not show, and why. */
  hidden?: Record<string, Reason>
}
/** Where people fill in and see the body of some calls. */
export type Places = {
  /** The calls that send this body, such as `users.create`. */
  calls: string[]
  form: Shown
  /** The details or the columns that show the fields, or the reason why there are none. */
  details: Shown | Reason
  export?: { kind: ImportKind; hidden?: Record<string, Reason> }
}

const inForm = 'The screen is the form itself'
const notKept = 'Nothing of it is kept'
const noDrawerScreens = 'Drawers have no screens yet'
const byRecord = 'It follows from the opened record'
/** Resources made by `crud` have their form and their columns on one page. */
export const placesOfCrud = (name: string, exported: ImportKind | null): Places => {
  const page = sourceFiles.find((file) => readFileSync(file, 'utf8').includes(`calls: ${name},`))
  const files = [page ?? 'web/staff/pages.ts']
  const hidden = hiddenOfCrud[name]
  return {
    calls: [`${name}.create`, `${name}.update`],
    form: { files },
    details: hidden ? { files, hidden } : { files },
    ...(exported && { export: { kind: exported } }),
  }
}
const hiddenOfCrud: Record<string, Record<string, Reason>> = {
  inventoryTypes: { sellable: 'The form alone shows it' },
  categories: {
    tagalogName: 'The form alone shows it, so that the list keeps its columns',
    japaneseName: 'As the Tagalog name',
  },
}

const catalogue: Places[] = [
  {
    calls: ['items.create', 'items.update'],
    form: {
      files: [
        'web/staff/catalogue/ItemForm.tsx',
        'web/staff/catalogue/NetWeightField.tsx',
        'web/staff/catalogue/TaxClassField.tsx',
      ],
      hidden: {
        translations: 'TranslationFields has one group for each language',
        imageOrder: 'Follows from the order of the pictures',
        goldRateID: 'The form sends the rate that it shows',
      },
    },
    details: {
      files: ['web/staff/catalogue/ItemDetails.tsx'],
      hidden: {
        locationID: 'Opening stock: the stock itself is shown',
        inventoryTypeID: 'Opening stock',
        quantity: 'Opening stock',
        reOrderThreshold: 'Opening stock',
        imageOrder: 'The pictures are shown in this order',
        goldRateID: 'The line of the pricing names the rate',
        'translations.language': 'The name of each group of translations',
      },
    },
    export: {
      kind: 'items',
      hidden: {
        translations: 'One column for each language and field',
        locationID: 'Stock has its own file',
        inventoryTypeID: 'Stock has its own file',
        quantity: 'Stock has its own file',
        reOrderThreshold: 'Stock has its own file',
        imageOrder: 'A file has no pictures',
        goldRateID: 'A file changes no price by the rate',
      },
    },
  },
  {
    calls: ['itemPricing.set'],
    form: {
      files: ['web/staff/catalogue/PriceItem.tsx'],
      hidden: { goldRateID: 'The form sends the rate that it shows' },
    },
    details: {
      files: ['web/staff/catalogue/ItemPricing.tsx'],
      as: { netGrams: 'formatWeight(netGrams)' },
      hidden: {
        markup: 'The reckoning of the form shows the parts',
        makingPerGram: 'As the markup',
        makingPerPiece: 'As the markup',
        stones: 'As the markup',
        roundTo: 'As the markup',
        goldRateID: 'The line names the rate',
      },
    },
  },
  {
    calls: ['labels.print', 'labels.preview'],
    form: {
      files: ['web/staff/labels/LabelFields.tsx'],
      as: { 'labels.copies': 'onChange={setEach}', startAt: 'onChange={setStartAt}' },
      hidden: {
        'labels.itemID': 'The list has the chosen items',
        'labels.pieceID': 'The page of a piece prints its tag',
      },
    },
    details: notKept,
  },
]

const company: Places[] = [
  {
    calls: ['companyProfile.create', 'companyProfile.update'],
    form: { files: ['web/staff/company/CompanyProfilePage.tsx'], as: { image_url: 'name="logo"' } },
    details: inForm,
  },
  {
    calls: ['parcels.add', 'parcels.change'],
    form: { files: ['web/staff/sales/order-links/ParcelForm.tsx'] },
    details: { files: ['web/staff/sales/order-links/SaleParcels.tsx'] },
  },
  {
    calls: ['settingsChanges.checkProofs'],
    form: { files: ['web/staff/settings/PaymentProofs.tsx'] },
    details: inForm,
  },
  {
    calls: ['payAccounts.create', 'payAccounts.update'],
    form: { files: ['web/staff/sales/pay-accounts/PayAccountForm.tsx'] },
    details: {
      files: ['web/staff/sales/pay-accounts/PayAccountsPage.tsx'],
      as: {
        number: 'account.number',
        qr: 'hasQr',
        referencesRepeat: 'referencesRepeat',
        paymentTypeID: "field: 'paymentTypeName'",
      },
      hidden: { currentPassword: 'The shop keeps no password' },
    },
  },
  {
    calls: ['payAccounts.order'],
    form: {
      files: ['web/staff/sales/pay-accounts/OrderAccounts.tsx'],
      hidden: { before: 'The form sends the order that it read' },
    },
    details: {
      files: ['web/staff/sales/pay-accounts/PayAccountsPage.tsx'],
      as: { payAccountIDs: "field: 'position'" },
      hidden: { before: 'The list shows the present order', currentPassword: 'The shop keeps no password' },
    },
  },
  {
    calls: ['devices.enroll', 'devices.update'],
    form: { files: ['web/staff/settings/devices/DeviceForm.tsx'] },
    details: {
      files: ['web/staff/settings/devices/Devices.tsx'],
      as: { deviceName: '<b>{deviceName}</b>', drawerID: 'drawerName' },
    },
  },
  {
    calls: ['ownPin.set'],
    form: { files: ['web/staff/account/OwnPin.tsx'] },
    details: 'Nobody can read a PIN or a password',
  },
  {
    calls: ['apiTokens.create'],
    form: {
      files: ['web/staff/settings/integrations/NewApiToken.tsx', 'web/staff/settings/integrations/CallsField.tsx'],
    },
    details: {
      files: ['web/staff/settings/integrations/ApiTokens.tsx'],
      as: { tokenName: '<b>{tokenName}</b>', operations: 'operations.length', days: 'expiresAt' },
      hidden: { currentPassword: 'The shop keeps no password' },
    },
  },
  {
    calls: ['webhooks.create', 'webhooks.update'],
    form: {
      files: ['web/staff/settings/integrations/WebhookForm.tsx', 'web/staff/settings/integrations/EventsField.tsx'],
    },
    details: {
      files: ['web/staff/settings/integrations/WebhookItem.tsx'],
      as: {
        webhookName: '<b>{webhookName}</b>',
        address: '<small>{address}</small>',
        events: 'events.length',
        active: 'describeHealth(webhook',
      },
    },
  },
  { calls: ['taxes.update'], form: { files: ['web/staff/settings/tax/TaxSettings.tsx'] }, details: inForm },
  {
    calls: ['taxes.addRate'],
    form: { files: ['web/staff/settings/tax/AddTaxRate.tsx'] },
    details: {
      files: ['web/staff/settings/tax/TaxRates.tsx'],
      as: {
        rateName: 'describeRate(rate)',
        percent: 'describeRate(rate)',
        code: 'rate.code',
        kind: 'rate.kind',
        fromDate: 'describePeriod(rate)',
      },
    },
  },
  {
    calls: ['goldRates.create'],
    form: {
      files: ['web/staff/pricing/GoldRatesPage.tsx', 'web/staff/pricing/RatesTable.tsx'],
      as: {
        source: 'Source note',
        'rates.sellPerGram': "side: 'sell', field: 'sellPerGram'",
        'rates.buyPerGram': "side: 'buy', field: 'buyPerGram'",
      },
      hidden: {
        'rates.karat': 'Each karat has a row',
        'rates.latestID': 'Follows from the rates on display',
      },
    },
    details: {
      files: ['web/staff/pricing/RateHistory.tsx'],
      as: { 'rates.sellPerGram': 'rate.sellPerGram', 'rates.buyPerGram': 'rate.buyPerGram', source: 'rate.source' },
      hidden: { 'rates.latestID': 'It names the rate before', 'rates.confirmed': 'Only entered rates are shown' },
    },
  },
  {
    calls: ['tradeIns.create', 'tradeIns.update'],
    form: {
      files: ['web/staff/sales/trade-ins/TradeInEditor.tsx', 'web/staff/sales/trade-ins/EditedPiece.tsx'],
      as: {
        'pieces.grossGrams': "weight('grossGrams'",
        'pieces.stoneGrams': "weight('stoneGrams'",
        'pieces.loss': "weight('loss'",
      },
    },
    details: {
      files: ['web/staff/sales/trade-ins/TradeInEditor.tsx', 'web/staff/sales/trade-ins/PiecesTable.tsx'],
      as: {
        customerID: 'stored.customer.name',
        locationID: 'location.locationName',
        remarks: 'stored.remarks',
        'pieces.description': 'piece.description',
        'pieces.markedKarat': 'karat={piece.markedKarat}',
        'pieces.testedKarat': 'piece.testedKarat',
        'pieces.testNote': 'piece.testNote',
        'pieces.grossGrams': 'formatKnown(piece.grossGrams)',
        'pieces.stoneGrams': 'formatKnown(piece.stoneGrams)',
        'pieces.loss': 'piece.loss}%',
      },
    },
  },
  {
    calls: ['tradeIns.offer'],
    form: {
      files: ['web/staff/sales/trade-ins/TradeInSteps.tsx'],
      as: { offer: 'onChange={setTyped}' },
      hidden: { confirmed: 'A question asks for it' },
    },
    details: {
      files: ['web/staff/sales/trade-ins/ClosedTradeIn.tsx'],
      as: { offer: 'formatPeso(tradeIn.offer' },
      hidden: { confirmed: 'Only the offer is kept' },
    },
  },
  {
    calls: ['tradeIns.settle'],
    form: {
      files: ['web/staff/sales/trade-ins/SettleTradeIn.tsx'],
      as: { to: "send('credit')", paymentTypeID: 'label="Pay out by"' },
    },
    details: {
      files: ['web/staff/sales/trade-ins/SettleTradeIn.tsx'],
      as: { to: 'words[use.kind]', paymentTypeID: 'use.paymentName' },
    },
  },
  {
    calls: ['tradeIns.accept'],
    form: {
      files: ['web/staff/sales/trade-ins/TradeInSteps.tsx'],
      as: {
        signed: 'has signed the paper',
        identitySeenByID: 'label="Identity seen by"',
        identityDocument: 'label="Kind of document"',
      },
    },
    details: {
      files: ['web/staff/sales/trade-ins/ClosedTradeIn.tsx'],
      as: {
        signed: "'Accepted', `${formatMoment(tradeIn.acceptedAt",
        identitySeenByID: 'tradeIn.identitySeenBy.name',
        identityDocument: 'identityWords[tradeIn.identityDocument]',
      },
    },
  },
  { calls: ['emptyShop.run'], form: { files: ['web/staff/settings/EmptyShop.tsx'] }, details: notKept },
  { calls: ['settingsChanges.showGold'], form: { files: ['web/staff/settings/GoldShown.tsx'] }, details: inForm },
  { calls: ['settingsChanges.update'], form: { files: ['web/staff/settings/ShopSettings.tsx'] }, details: inForm },
  {
    calls: ['savedViews.create', 'savedViews.update'],
    form: {
      files: ['web/ui/table/ViewForm.tsx'],
      hidden: {
        list: 'The list that is shown',
        query: 'The search and filters of the list as it is shown',
        hidden: 'The columns of the list as it is shown',
      },
    },
    details: {
      files: ['web/ui/table/Views.tsx'],
      as: { shared: 'Everybody’s' },
      hidden: { list: 'The list that has the view', query: 'The list follows it', hidden: 'The list follows it' },
    },
  },
  {
    calls: ['reminders.create', 'reminders.update'],
    form: {
      files: ['web/staff/insight/dashboard/ReminderForm.tsx'],
      hidden: { done: 'The list has a tick for it' },
    },
    details: {
      files: ['web/staff/insight/dashboard/Reminders.tsx'],
      as: { dueDate: 'formatDue(reminder', dueTime: 'formatDue(reminder' },
    },
  },
]

const people: Places[] = [
  {
    calls: ['users.create', 'users.update'],
    form: { files: ['web/staff/people/users/UserForm.tsx'], as: { image_url: 'name="picture"' } },
    details: {
      files: ['web/staff/people/users/UsersPage.tsx'],
      hidden: { username: 'The form alone shows it', password: 'Nobody may read it' },
    },
  },
  {
    calls: ['account.register'],
    form: { files: ['web/staff/account/SignUp.tsx'] },
    details: 'Users shows them, and the profile to themselves',
  },
  {
    calls: ['account.login'],
    form: { files: ['web/staff/account/SignIn.tsx'], as: { email: "field('email')", password: "field('password')" } },
    details: notKept,
  },
  { calls: ['account.updateProfile'], form: { files: ['web/staff/account/ProfilePage.tsx'] }, details: inForm },
]

const notAsked = 'The screen does not ask for it: the API keeps it'
const receivedLine = {
  'items.receivedQty': 'onChange({ receivedQty })',
  'items.uom': 'onChange(convertUnit(line,',
  'items.unitCost': 'onChange(withCost(line,',
}
const purchasing: Places[] = [
  {
    calls: ['purchaseOrders.create', 'purchaseOrders.update'],
    form: {
      files: ['web/staff/purchasing/orders/PurchaseOrderForm.tsx', 'web/staff/purchasing/orders/OrderLines.tsx'],
      as: { 'purchaseOrderItems.itemID': 'add: (item: ItemRow)' },
      hidden: { transactionType: notAsked, customerTypeID: notAsked, paymentTypeID: notAsked },
    },
    details: {
      files: ['web/staff/purchasing/orders/PurchaseOrderPage.tsx'],
      as: { 'purchaseOrderItems.itemID': 'line.itemName', 'purchaseOrderItems.price': 'formatPeso(line.unitCost)' },
      hidden: { transactionType: notAsked, customerTypeID: notAsked, paymentTypeID: notAsked },
    },
  },
  {
    calls: ['purchaseOrders.close'],
    form: {
      files: ['web/staff/purchasing/orders/CloseOrder.tsx'],
      as: { reason: 'setReason(event', poItemIDs: 'setChosen(values' },
    },
    details: {
      files: ['web/staff/purchasing/orders/PurchaseOrderPage.tsx'],
      as: { reason: 'line.closeReason}', poItemIDs: 'line.closedBy' },
    },
  },
  {
    calls: ['purchaseOrderItems.create', 'purchaseOrderItems.update'],
    form: { files: ['web/staff/purchasing/orders/PurchaseOrderItemForm.tsx'] },
    details: {
      files: ['web/staff/purchasing/orders/PurchaseOrderItemsPage.tsx'],
      as: { poID: 'line.purchaseOrder.poNumber' },
    },
  },
  {
    calls: ['receivings.create', 'receivings.update', 'receivings.complete'],
    form: {
      files: [
        'web/staff/purchasing/receivings/ReceivingFields.tsx',
        'web/staff/purchasing/receivings/ReceivingLines.tsx',
        'web/staff/purchasing/receivings/ReceivingPieces.tsx',
      ],
      as: {
        ...receivedLine,
        ...Object.fromEntries(
          ['barcode', 'certificateNumber', 'laboratory', 'note'].map((field) => [
            `items.pieces.${field}`,
            `text('${field}'`,
          ]),
        ),
      },
      hidden: {
        status: 'The button says it: saved or completed',
        'items.itemID': 'Found by its code',
        'items.poItemID': 'Follows from the order',
        'items.poReceivingItemID': byRecord,
      },
    },
    details: {
      files: [
        'web/staff/purchasing/receivings/ReceivingDetails.tsx',
        'web/staff/purchasing/receivings/ReceivedLines.tsx',
      ],
      as: {
        poID: '<OrderLink',
        'items.itemID': '{line.itemName}',
        'items.receivedQty': 'formatQuantity(line.receivedQty)',
        'items.uom': '{line.uom}',
        'items.unitCost': 'formatPeso(line.unitCost)',
        'items.pieces.grams': 'formatWeight(grams)',
        'items.pieces.barcode': ', barcode,',
        'items.pieces.certificateNumber': 'certificateNumber].filter',
        'items.pieces.laboratory': ', laboratory, ',
      },
      hidden: {
        'items.pieces.netGrams': 'The page of the piece shows it',
        'items.pieces.note': 'As the net weight',
        'items.poItemID': 'The link leads to the order',
        'items.poReceivingItemID': 'A key tells people nothing',
      },
    },
  },
  {
    calls: ['receivingItems.create', 'receivingItems.update'],
    form: { files: ['web/staff/purchasing/receivings/ReceivingItemForm.tsx'] },
    details: {
      files: ['web/staff/purchasing/receivings/ReceivingItemsPage.tsx'],
      hidden: { poReceivingID: 'The opened row leads to it' },
    },
  },
]

const till = 'web/staff/sales/till'
const newCustomer = Object.fromEntries(
  ['firstName', 'middleName', 'lastName', 'contactNo', 'email', 'address'].map((name) => [
    `customer.${name}`,
    `['${name}'`,
  ]),
)
const proofs = 'web/staff/sales/proofs'
const sales: Places[] = [
  {
    calls: ['proofs.approve'],
    form: {
      files: [`${proofs}/SeenTable.tsx`, `${proofs}/SplitEditor.tsx`],
      as: { overrideReason: 'data-place="overrideReason"' },
      hidden: {
        isPart: 'The question before a part payment asks it',
        'parts.salesTransactionID': 'Each sale has its line',
      },
    },
    details: {
      files: [`${proofs}/SeenTable.tsx`, `${proofs}/DecidedProof.tsx`],
      as: {
        amount: 'formatPeso(seen.amount)',
        day: 'formatDay(seen.day)',
        payAccountID: 'nameAccount(seenAccount)',
        reference: 'seen?.reference',
        'parts.salesTransactionID': '{part.transactionNumber}',
        'parts.amount': 'formatPeso(part.amount)',
        rest: 'kinds[part.kind]',
        overrideReason: '{seen.overrideReason}',
      },
      hidden: { isPart: 'What the sale still owes says it' },
    },
  },
  {
    calls: ['proofs.reject'],
    form: { files: [`${proofs}/RejectReasons.tsx`], as: { reason: 'name="reason"', words: 'value={words}' } },
    details: {
      files: [`${proofs}/DecidedProof.tsx`],
      as: { reason: '{rejection.sentence}' },
      hidden: { words: 'The sentence that the buyer reads' },
    },
  },
  {
    calls: ['customers.create', 'customers.update'],
    form: { files: ['web/staff/sales/customers/CustomerForm.tsx'] },
    details: {
      files: ['web/staff/sales/customers/CustomerPage.tsx', 'web/staff/sales/customers/CustomersPage.tsx'],
      hidden: {
        firstName: 'Part of customerName',
        middleName: 'Part of customerName',
        lastName: 'Part of customerName',
      },
    },
    export: { kind: 'customers' },
  },
  {
    calls: ['sales.create', 'sales.update'],
    form: {
      files: [
        'SaleHead.tsx',
        'SaleCustomer.tsx',
        'SaleHandle.tsx',
        'SaleLines.tsx',
        'SaleSchedule.tsx',
        'PaymentRow.tsx',
        'SaleRail.tsx',
      ]
        .map((file) => `${till}/sale/${file}`)
        .concat(`${till}/finish/SaleSummary.tsx`, `${till}/picker/ItemPicker.tsx`),
      as: {
        ...newCustomer,
        customerID: "kind: 'chosen', customerID",
        buyerID: 'buyerID: row.buyerID',
        'buyer.platform': 'change({ platform })',
        'buyer.handle': 'change({ handle:',
        'buyer.contact': 'change({ contact:',
        discount: "field: 'discount'",
        shippingFee: "field: 'shippingFee'",
        remarks: '({ ...draft, remarks })',
        'payments.tradeInID': 'Trade-in ${tradeIn.tradeInNumber}',
        'items.itemID': 'onPick',
      },
      hidden: {
        complete: 'The button says it: saved or completed',
        clientKey: 'The till makes it for every new sale',
        drawerSessionID: 'The till sends the open session of its drawer',
        'items.salesItemID': 'A line that stays continues the stored line of its item',
        'items.pieceID': 'Chosen in the dialog ChoosePiece, or by a scan of the tag',
      },
    },
    details: 'The till shows a stored sale in the same fields, read-only',
  },
  {
    calls: ['sales.pay'],
    form: {
      files: [`${till}/sale/PaymentRow.tsx`],
      as: { tradeInID: 'Trade-in ${tradeIn.tradeInNumber}' },
    },
    details: {
      files: [`${till}/sale/SalePayments.tsx`],
      as: {
        paymentTypeID: 'paymentName',
        amount: 'formatPeso(amount)',
        reference: '[reference, ',
        tradeInID: 'recordPathOf(screens.tradeIns, tradeInID)',
      },
    },
  },
  {
    calls: ['sales.correctPayment'],
    form: { files: [`${till}/dialogs/CorrectPayment.tsx`] },
    details: {
      files: [`${till}/sale/SalePayments.tsx`],
      as: {
        paymentTypeID: 'paymentName',
        amount: 'formatPeso(amount)',
        reference: '[reference, ',
        reason: 'correction.reason',
      },
    },
  },
  {
    calls: ['salePrices.decide'],
    form: {
      files: [`${till}/sale/SalePriceLapse.tsx`],
      as: { choice: 'setChoice(', reason: 'setReason(' },
      hidden: { total: 'The total beside the choice, which the person saw' },
    },
    details: {
      files: [`${till}/sale/SalePriceChoices.tsx`],
      as: { choice: 'choiceNames[one.choice]', reason: 'one.reason' },
      hidden: { total: 'The sale has its total' },
    },
  },
  {
    calls: ['sales.cancel'],
    form: {
      files: [`${till}/dialogs/CancelSale.tsx`],
      as: { deposit: 'setDeposit(value', paymentTypeID: 'onChange={setPaymentTypeID}', reason: 'setReason(' },
    },
    details: {
      files: [`${till}/sale/SalePayments.tsx`, `${till}/sale/SaleCancellation.tsx`],
      as: { paymentTypeID: 'paymentName', deposit: 'sale.deposit', reason: 'sale.cancelReason' },
    },
  },
  {
    calls: ['sales.refund'],
    form: {
      files: [`${till}/dialogs/RefundSale.tsx`],
      hidden: { 'items.salesItemID': 'The form has one row for each line of the sale' },
    },
    details: {
      files: [`${till}/sale/SaleRefunds.tsx`],
      as: {
        paymentTypeID: 'refund.paymentName',
        'items.salesItemID': 'line.itemName',
        'items.qty': 'formatAmount(qty, line)',
        'items.disposition': 'dispositionNames[disposition]',
      },
      hidden: { customerID: 'The sale shows its customer' },
    },
  },
  {
    calls: ['exchanges.exchange'],
    form: {
      files: ['ExchangeSale', 'ReturnedGoods', 'ExchangedGoods', 'Difference'].map(
        (file) => `${till}/dialogs/exchange/${file}.tsx`,
      ),
      as: { 'items.itemID': 'onAdd' },
      hidden: {
        'returned.salesItemID': 'The form has one row for each line of the sale',
        clientKey: 'The Idempotency-Key of the form makes an exchange once',
        'items.pieceID': 'Chosen in the dialog ChoosePiece',
        'payments.tradeInID': 'At the till a trade-in pays a sale, not the difference of an exchange',
      },
    },
    details: 'The two sales of an exchange show it as a refund and as a sale',
  },
  {
    calls: ['credits.payIn', 'credits.payOut'],
    form: { files: ['web/staff/sales/customers/PayCredit.tsx'] },
    details: {
      files: ['web/staff/sales/customers/CustomerCredit.tsx'],
      as: {
        amount: 'formatPeso(entry.amount)',
        paymentTypeID: 'entry.paymentName',
        reference: 'entry.reference',
        reason: 'entry.reason',
      },
      hidden: { locationID: 'The Payments report shows where the money moved' },
    },
  },
  {
    calls: ['credits.give'],
    form: { files: ['web/staff/sales/customers/CustomerCredit.tsx'] },
    details: {
      files: ['web/staff/sales/customers/CustomerCredit.tsx'],
      as: { amount: 'formatPeso(entry.amount)', reason: 'entry.reason' },
    },
  },
]

const certificateFiles = 'web/staff/sales/certificates'
const certificates: Places[] = [
  {
    calls: ['certificates.issueForSale'],
    form: {
      files: [`${certificateFiles}/IssueCertificates.tsx`, `${certificateFiles}/MeasuredFields.tsx`],
      as: {
        'lines.grams': "name('grams')",
        'lines.netGrams': "name('netGrams')",
        'lines.size': "name('size')",
        'lines.laboratoryReport': "name('laboratoryReport')",
        'lines.count': 'name="count"',
      },
      hidden: { 'lines.salesItemID': 'The form has one line of the sale' },
    },
    details: {
      files: [`${certificateFiles}/CertificateDocument.tsx`],
      as: { 'lines.grams': 'describeWeight(c)', 'lines.netGrams': 'describeWeight(c)' },
      hidden: { 'lines.salesItemID': 'The page links to the sale', 'lines.count': 'Each piece has a certificate' },
    },
  },
  {
    calls: ['certificates.revoke'],
    form: { files: [`${certificateFiles}/RevokeCertificate.tsx`] },
    details: {
      files: [`${certificateFiles}/CertificateDocument.tsx`],
      as: { reason: 'c.revocation.reason', note: 'c.revocation?.note' },
    },
  },
  {
    calls: ['certificates.reissue'],
    form: {
      files: [`${certificateFiles}/ReissueCertificate.tsx`, `${certificateFiles}/MeasuredFields.tsx`],
      as: {
        grams: "name('grams')",
        netGrams: "name('netGrams')",
        size: "name('size')",
        laboratoryReport: "name('laboratoryReport')",
      },
    },
    details: {
      files: [`${certificateFiles}/CertificateDocument.tsx`],
      as: {
        grams: 'describeWeight(c)',
        netGrams: 'describeWeight(c)',
        reason: 'c.revocation.reason',
        note: 'c.revocation?.note',
      },
    },
  },
]

const stock: Places[] = [
  {
    calls: ['pieces.update'],
    form: { files: ['web/staff/stock/pieces/EditPiece.tsx'] },
    details: {
      files: ['web/staff/stock/pieces/PieceContent.tsx'],
      as: {
        certificateNumber: 'describeCertificate(piece)',
        laboratory: 'describeCertificate(piece)',
        barcode: '{piece.barcode}',
        netGrams: 'formatWeight(piece.netGrams)',
        note: '{piece.note}',
        cost: 'formatShownCost(piece.cost)',
      },
    },
    export: { kind: 'pieces' },
  },
  {
    calls: ['pieces.keep'],
    form: {
      files: ['web/staff/shared/KeepByPiece.tsx'],
      hidden: {
        'pieces.inventoryID': 'The form has a row for each piece on hand',
        ...Object.fromEntries(
          ['barcode', 'netGrams', 'laboratory', 'note'].map((field) => [
            `pieces.${field}`,
            'Entered on the page of the piece',
          ]),
        ),
      },
    },
    details: 'The page of each piece shows it',
  },
  {
    calls: ['revaluations.create'],
    form: { files: ['web/staff/catalogue/RevalueItem.tsx'] },
    details: {
      files: ['web/staff/catalogue/Revaluations.tsx'],
      as: { unitCost: 'formatShownCost(costAfter)', reason: '{reason}' },
    },
  },
  {
    calls: ['repairReturns.create'],
    form: {
      files: ['web/staff/stock/repairs/ReturnFromRepair.tsx'],
      hidden: { inventoryID: byRecord },
    },
    details: {
      files: ['web/staff/stock/repairs/RepairReturnDocument.tsx'],
      as: {
        pieceIDs: 'pieces.map(',
        inventoryID: '{item.itemName}',
        quantity: 'formatAmount(repairReturn.quantity, item)',
        outcome: 'describeOutcome(repairReturn)',
        cost: 'formatPeso(cost)',
        remarks: "['Remarks', remarks]",
      },
    },
  },
  {
    calls: ['inventory.create', 'inventory.update'],
    form: { files: ['web/staff/stock/inventory/InventoryForm.tsx'] },
    details: { files: ['web/staff/stock/inventory/inventoryColumns.tsx'] },
    export: { kind: 'stock' },
  },
  {
    calls: ['inventoryAdjustments.create', 'inventoryAdjustments.update'],
    form: { files: ['web/staff/stock/adjustments/AdjustmentForm.tsx'] },
    details: {
      files: ['web/staff/stock/adjustments/AdjustmentDetails.tsx'],
      as: { pieceIDs: 'pieces.map(' },
    },
  },
  {
    calls: ['stockTransfers.create'],
    form: {
      files: ['web/staff/stock/transfers/TransferForm.tsx', 'web/staff/stock/transfers/TransferLines.tsx'],
      as: { 'items.itemID': '<SelectItem' },
    },
    details: {
      files: ['web/staff/stock/transfers/TransferDocument.tsx'],
      as: {
        'items.pieceIDs': 'pieces.map(',
        'items.itemID': '{item.itemName}',
        'items.inventoryTypeID': '{inventoryType.typeName}',
        'items.quantity': 'formatAmount(quantity, item)',
      },
    },
  },
  {
    calls: ['stockCounts.create'],
    form: { files: ['web/staff/stock/counts/CountForm.tsx'] },
    details: { files: ['web/staff/stock/counts/CountSheet.tsx'] },
  },
]

const live: Places[] = [
  {
    calls: ['lives.create', 'lives.update'],
    form: { files: ['web/staff/live/plan/LiveForm.tsx'] },
    details: {
      files: ['web/staff/live/plan/PlanPage.tsx'],
      as: {
        liveName: 'title={liveName}',
        platforms: "platforms.join(', ')",
        plannedStart: 'live.plannedStart',
        expectedEnd: 'live.expectedEnd',
        locationID: "['Location', locationName]",
        transactionTypeID: 'transactionName]',
        lineLength: 'describeLine(live.lineLength)',
        remarks: "['Remarks', remarks]",
      },
    },
  },
  {
    calls: ['liveBuyers.mark'],
    form: {
      files: ['web/staff/live/buyers/MarkBuyer.tsx'],
      as: { mark: 'label="Mark"', reason: "'Reason'" },
    },
    details: {
      files: ['web/staff/live/buyers/MarkBuyer.tsx'],
      as: { mark: '<b>{mark}</b>', reason: '</b> {reason}' },
    },
  },
  {
    calls: ['lives.setPieces'],
    form: {
      files: ['web/staff/live/plan/AddPieces.tsx', 'web/staff/live/plan/PlannedPieces.tsx'],
      as: {
        'pieces.itemID': '<SelectItem',
        'pieces.pieceID': '<ChoosePiece',
        'pieces.number': 'onChange={setNumber}',
        'pieces.price': 'save({ price: next }',
        'pieces.quantity': 'save({ quantity: next }',
      },
      hidden: { 'pieces.livePieceID': byRecord },
    },
    details: {
      files: ['web/staff/live/plan/PlannedPieces.tsx'],
      as: {
        'pieces.livePieceID': 'data-piece={livePieceID}',
        'pieces.itemID': '{itemName}',
        'pieces.pieceID': 'piece.piece?.number',
        'pieces.number': '{number}',
        'pieces.price': 'formatPeso(price)',
        'pieces.quantity': 'formatQuantity(quantity)',
      },
    },
  },
]

/** The places of every input that does not belong to a resource of `crud`. */
const drawers: Places[] = [
  {
    calls: ['drawers.create', 'drawers.update'],
    form: { files: ['web/staff/sales/drawers/DrawerForm.tsx'] },
    details: { files: ['web/staff/sales/drawers/DrawerList.tsx'] },
  },
  {
    calls: ['drawerMovements.enter'],
    form: {
      files: ['web/staff/sales/drawers/MovementForm.tsx'],
      hidden: { kind: 'The button says it: cash in or cash out' },
    },
    details: {
      files: ['web/staff/sales/drawers/DrawerMovements.tsx', 'web/staff/sales/drawers/drawerWords.ts'],
      as: {
        kind: 'directionWords[kind]',
        reason: 'reasonWords[reason]',
        note: 'byName, note]',
        currency: 'formatCash(currency',
        amount: 'Math.abs(moved)',
      },
    },
  },
]

export const ownPlaces: Places[] = [
  catalogue,
  company,
  drawers,
  people,
  purchasing,
  sales,
  certificates,
  stock,
  live,
].flat()

/** The calls with a body that no form of the back-office fills in, and why. */
export const withoutForm: Record<string, Reason> = {
  'device.switch': 'The pad sends the PIN with its last digit',
  'device.approve': 'The pad sends the PIN with its last digit',
  'drawerSessions.open': noDrawerScreens,
  'drawerClosing.count': noDrawerScreens,
  'drawerClosing.recount': noDrawerScreens,
  'drawerClosing.close': noDrawerScreens,
  'itemChanges.preview': 'One change of the chosen items: ChangeFields shows the field that is chosen',
  'itemChanges.apply': 'As its preview',
  'carts.report': 'The till tells it by itself',
  'liveClaims.note': 'The one box of the console',
  'livePaste.preview': 'Pasted text, which splitPaste reads',
  'livePaste.store': 'As its preview',
  'liveClaims.decide': 'A choice beside the comment',
  'liveClaims.move': 'A choice in the line of claims',
  'lives.show': 'Keys of the console move on, and send what it shows',
  'liveTyping.tell': 'The box tells what stands in it',
  'repricings.apply': 'The chosen rows of the repricing and the rates that it shows',
  'imports.check': 'Programs send a whole file in one call; a person imports by a draft',
  'imports.create': 'As its check',
  'messages.send': 'Chosen in the dialog SendMessage, whose list MessageList shows it',
  'digest.choose': 'Two controls of MessagesByMail',
  'messages.choose': 'Two controls of CustomerMessages',
  'messages.change': 'The form of MessageSettings, whose screen is the form itself',
  'messages.saveTemplate': 'The form of MessageTexts, whose screen is the form itself',
  'terms.write': 'The form of TermsSettings, whose versions stand below it',
  'messages.resetTemplate': 'A button of MessageTexts',
  'importDrafts.map': 'A row of the mapping for each column',
  'importDrafts.fix': 'A choice for each reason',
  'importDrafts.correct': 'The corrections of a file stand in its own rows',
  'importDrafts.run': 'A button with a choice beside it',
  'importMappings.create': 'The name is asked for the mapping on display',
  'importMappings.update': 'The name alone, in its line of the list, or as its create',
  'jobs.retry': 'A button beside the failed work, in FailedJobs',
  'jobs.giveUp': 'As its retry',
  'items.focusImage': 'Chosen on the picture itself, in FocusDialog',
  'pieces.focusImage': 'As that of an item',
  'savedViews.setDefault': 'A choice in the menu of views',
  'shop.ask': 'The form is on the public site, and Messages shows the question',
  'saleLines.add': 'For programs: the till saves the whole sale',
  'saleLines.update': 'As adding a line',
  'certificates.issueForPiece': 'A button on the page of a piece: the weights of the piece itself count',
  'stockCounts.addLine': 'A scan adds the line, with the oldest inventory type',
}
