import { useRemembered } from '../../../../ui/remembered.ts'

/** The location and type of the last sale at this till. */
type Place = { locationID: number | null; transactionTypeID: number | null }

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'locationID' in value && 'transactionTypeID' in value

/** Returns the location and type that this browser stores for the user, and a setter. */
export const useTillPlace = () => useRemembered<Place>('till', { locationID: null, transactionTypeID: null }, isPlace)
