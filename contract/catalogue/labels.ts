import { answer, FileAnswer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { formatNumber } from '../shared/numbers.ts'
import { z } from '../shared/zod.ts'
import { labelsPerPage, labelStockIDs } from './label-stocks.ts'

/** How a label says what it is of to a scanner. */
export const labelCodes = {
  best: 'What fits best',
  code128: 'Code 128',
  ean13: 'EAN-13',
  qr: 'QR code',
  'qr-page': 'QR code to the public page',
} as const
export type LabelCode = keyof typeof labelCodes

/** As many labels as are printed at once. */
export const labelsAtMost = 5000
/** How far a print can be moved on its paper, in millimetres. */
export const offsetAtMost = 10

const tooMany = `At most ${formatNumber(labelsAtMost)} labels can be printed at once`
const Offset = z.number().min(-offsetAtMost).max(offsetAtMost)

export const LabelJob = z
  .object({
    /** In the order in which they are printed. */
    labels: z
      .array(z.object({ itemID: ID, copies: z.int().min(1).max(labelsAtMost) }))
      .min(1, 'Choose at least one item')
      .max(labelsAtMost, tooMany),
    stock: z.enum(labelStockIDs),
    code: z.enum(Object.keys(labelCodes) as [LabelCode, ...LabelCode[]]).default('best'),
    shopName: z.boolean().default(true),
    /** Karat, grams and size. */
    details: z.boolean().default(true),
    price: z.boolean().default(true),
    /** The first free label of a sheet that has been used before, from 1. */
    startAt: z.int().min(1).default(1),
    /** For a printer that is off, in millimetres: to the right, and down. */
    offset: z.object({ x: Offset.default(0), y: Offset.default(0) }).default({ x: 0, y: 0 }),
  })
  .superRefine(({ labels, stock, startAt }, issues) => {
    const copies = labels.reduce((sum, label) => sum + label.copies, 0)
    if (copies > labelsAtMost) issues.addIssue({ code: 'custom', path: ['labels'], message: tooMany })
    const places = labelsPerPage(stock)
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
  /** Of the line on which the letters stand. */
  y: z.number(),
  text: z.string(),
  /** Of the letters; their width as they are printed. */
  size: z.number(),
  width: z.number(),
  bold: z.boolean(),
})

/** A page as it is printed: bars and texts, in millimetres from the upper left corner. */
const LabelPage = z.object({
  width: z.number(),
  height: z.number(),
  /** The labels on it, as they are cut. */
  labels: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  /** The bars and modules, as the path of an SVG. */
  bars: z.string(),
  texts: z.array(Text),
})
export type LabelPage = z.input<typeof LabelPage>

export const LabelPreview = z
  .object({
    /** How many labels there will be, and on how many pages. */
    labels: z.int(),
    pages: z.int(),
    /** The first page; null where there is nothing that can be printed. */
    first: LabelPage.nullable(),
    /** Items that cannot have such a label, each with the reason: left out of the preview, refused by the print. */
    refused: z.array(z.object({ itemID: ID, itemCode: z.string(), itemName: z.string(), message: z.string() })),
  })
  .meta({ id: 'LabelPreview' })
export type LabelPreview = z.input<typeof LabelPreview>

export const labels = {
  print: endpoint({
    method: 'POST',
    path: '/api/v1/labels',
    summary: 'Labels of items with their codes and prices, as a PDF to print',
    access: 'catalogue.read',
    body: LabelJob,
    returns: FileAnswer,
    file: 'application/pdf',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/labels/preview',
    summary: 'The first page of such labels, and what cannot have one',
    access: 'catalogue.read',
    body: LabelJob,
    returns: answer(LabelPreview),
  }),
}
