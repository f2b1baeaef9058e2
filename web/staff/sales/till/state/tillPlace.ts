import { useRemembered } from '../../../../ui/remembered.ts'

/** Where and how the last sale at this till was made. */
type Place = { locationID: number | null; transactionTypeID: number | null }

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'locationID' in value && 'transactionTypeID' in value

/** The place, which this browser remembers for the signed-in user, and how to remember another. */
export const useTillPlace = () => useRemembered<Place>('till', { locationID: null, transactionTypeID: null }, isPlace)
