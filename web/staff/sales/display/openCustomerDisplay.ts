import { screens } from '../../../../contract/shared/screens.ts'

/** Opens the customer's display as a second window, or shows the one that is open. */
export const openCustomerDisplay = () => void window.open(screens.customerDisplay, 'customer-display', 'popup')
