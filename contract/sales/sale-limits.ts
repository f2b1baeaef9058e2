/** Maximum number of lines, of payments and of instalments in a sale. */
export const linesAtMost = 200
export const paymentsAtMost = 20
export const instalmentsAtMost = 60
