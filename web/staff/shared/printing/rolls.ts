/** The rolls of receipt paper, as choices of a Select. */
export const rolls = [
  { value: '80', label: '80 mm' },
  { value: '58', label: '58 mm' },
]

export const parseRoll = (value: string | null) => (value === '58' ? 58 : 80)
