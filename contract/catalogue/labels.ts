import { answer, FileAnswer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { formatNumber } from '../shared/numbers.ts'
import { z } from '../shared/zod.ts'
import { countLabelsPerPage, labelStockIDs } from './label-stocks.ts'

/** The machine-readable codes that a label can carry. */
export const labelCodes = {
  best: 'What fits best',
  code128: 'Code 128',
  ean13: 'EAN-13',
  qr: 'QR code',
  'qr-page': 'QR code to the public page',
} as const
export type LabelCode = keyof typeof labelCodes

/** Maximum number of labels in one print. */
export const labelsAtMost = 5000
/** Maximum offset of a print on its paper, in millimetres. */
export const offsetAtMost = 10

const tooMany = `At most ${formatNumber(labelsAtMost)} labels can be printed at once`
const Offset = z.number().min(-offsetAtMost).max(offsetAtMost)

export const LabelJob = z
  .object({
    /** The labels in the order in which they are printed. */
    labels: z
      // A piece gets its own tag: its number, its weight, and the QR code of its page.
      .array(z.object({ itemID: ID, pieceID: ID.optional(), copies: z.int().min(1).max(labelsAtMost) }))
      .min(1, 'Choose at least one item')
      .max(labelsAtMost, tooMany),
    stock: z.enum(labelStockIDs),
    code: z.enum(Object.keys(labelCodes) as [LabelCode, ...LabelCode[]]).default('best'),
    shopName: z.boolean().default(true),
    /** Whether to print karat, grams and size. */
    details: z.boolean().default(true),
    price: z.boolean().default(true),
    /** The first free label of a partly used sheet, from 1. */
    startAt: z.int().min(1).default(1),
    /** The correction for an inaccurate printer, in millimetres to the right and down. */
    offset: z.object({ x: Offset.default(0), y: Offset.default(0) }).default({ x: 0, y: 0 }),
  })
  .superRefine(({ labels, stock, startAt }, issues) => {
    const copies = labels.reduce((sum, label) => sum + label.copies, 0)
    if (copies > labelsAtMost) issues.addIssue({ code: 'custom', path: ['labels'], message: tooMany })
    const places = countLabelsPerPage(stock)
    if (startAt > places)
      issues.addIssue({
        code: 'custom',
        path: ['startAt'],
        message: places === 1 ? 'These labels start at 1' : `The sheet has ${places} labels`,
      })
  })
export type LabelJob = z.input<typeof LabelJob>

const Text = z.object({
  x: z.number(),
  /** The position of the text's baseline. */
  y: z.number(),
  text: z.string(),
  /** The font size, and the printed width of the text. */
  size: z.number(),
  width: z.number(),
  bold: z.boolean(),
})

/** A printed page: bars and texts, in millimetres from the upper left corner. */
const LabelPage = z.object({
  width: z.number(),
  height: z.number(),
  /** The outlines of the labels on the page. */
  labels: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  /** The bars and modules as an SVG path. */
  bars: z.string(),
  texts: z.array(Text),
})
export type LabelPage = z.input<typeof LabelPage>

export const LabelPreview = z
  .object({
    /** The number of labels to print, and the number of pages that they need. */
    labels: z.int(),
    pages: z.int(),
    /** The first page of the print; null when no label can be printed. */
    first: LabelPage.nullable(),
    /**
     * The items that cannot have a label with the requested code, with reasons. The preview omits them, and the print
     * refuses them.
     */
    refused: z.array(z.object({ itemID: ID, itemCode: z.string(), itemName: z.string(), message: z.string() })),
  })
  .meta({ id: 'LabelPreview' })
export type LabelPreview = z.input<typeof LabelPreview>

export const labels = {
  print: endpoint({
    method: 'POST',
    path: '/api/v1/labels',
    summary: 'Returns item labels with codes and prices as a PDF',
    access: 'catalogue.read',
    body: LabelJob,
    returns: FileAnswer,
    file: 'application/pdf',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/labels/preview',
    summary: 'Previews the first page of item labels, and lists items that cannot have a label',
    access: 'catalogue.read',
    body: LabelJob,
    returns: answer(LabelPreview),
  }),
}
