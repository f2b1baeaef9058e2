import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone's. */
export const usePhone = () => useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false })

/** Whether the window is at most as wide as a tablet's. A table of many columns does not fit into it. */
export const useTablet = () => useMediaQuery('(max-width: 1000px)', undefined, { getInitialValueInEffect: false })
