/** The media type of an Excel workbook (.xlsx). */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Maximum number of rows of a worksheet, the header included. */
export const sheetRowsAtMost = 1_048_576
