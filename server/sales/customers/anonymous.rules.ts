/** Returns the values of an anonymised customer's record. */
export const anonymousPerson = (customerID: number) => ({
  firstName: 'Anonymised',
  middleName: null,
  lastName: `customer ${customerID}`,
  contactNo: `Anonymised ${customerID}`,
  address: null,
  // The reserved domain `.invalid` delivers no mail (RFC 2606).
  email: `anonymised-${customerID}@customer.invalid`,
})

/** Replaces a personal text that is removed. */
export const removedText = '[removed]'

/** Returns the values of an anonymised buyer's record. Handles differ on a platform, so the key is part of it. */
export const anonymousHandle = (buyerID: number) => ({ handle: `anonymised-${buyerID}`, contact: null })

/** Whether a customer's record is anonymised. */
export const isAnonymised = ({ customerID, email }: { customerID: number; email: string }) =>
  email === anonymousPerson(customerID).email

/** Whether a buyer's record is anonymised. */
export const isAnonymousBuyer = ({ buyerID, handle }: { buyerID: number; handle: string }) =>
  handle === anonymousHandle(buyerID).handle
