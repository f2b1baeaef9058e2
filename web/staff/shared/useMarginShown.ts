import { useRemembered } from '../../ui/remembered.ts'

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether margins are shown at the till, and a setter. Alt+M at the till changes it, because a customer may look on. */
export const useMarginShown = () => useRemembered<boolean>('margin at the till', true, isBoolean)
