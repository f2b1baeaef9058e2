/** A receipt was not printed. The message is a sentence that says what to do. */
export class PrinterProblem extends Error {}
