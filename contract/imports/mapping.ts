import { JsonText } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import type { Fix } from './fixes.ts'

// A mapping says from where each of our columns gets its cells. It names the file's columns by their position, because
// two of them may have the same heading.

/** The position of a column in the file; the first column is 0. */
const Position = z.int().min(0).max(999)
/** Different columns of the file. A column that is named again and again would multiply its text. */
const positions = (most: number) =>
  z
    .array(Position)
    .max(most)
    .refine((all) => new Set(all).size === all.length, 'Name each column once')

/** The units of weight that a cell or a heading can name, with their grams. */
export const gramsOf = { g: 1, kg: 1000, mg: 0.001, lb: 453.592_37, oz: 28.349_523_125, ct: 0.2 } as const
export type WeightUnit = keyof typeof gramsOf

/**
 * The ways to read a cell. `html` becomes plain text, `amount` loses its currency, `weight` becomes grams, and `karat`
 * is found in a text such as '18K yellow gold'. `published` is yes or no by the words of a till about a product. A cell that
 * cannot be read so stays as it is.
 */
export const cellReadings = ['text', 'html', 'amount', 'weight', 'karat', 'published'] as const
const Reading = z.enum(cellReadings).default('text')

const Source = z.discriminatedUnion('from', [
  z.object({
    from: z.literal('column'),
    column: Position,
    /** The column to read where the first one is empty. */
    otherwise: Position.optional(),
    reads: Reading,
    /** The unit of a weight whose cell names none; grams by default. */
    unit: z.enum(['g', 'kg', 'mg', 'lb', 'oz', 'ct']).optional(),
  }),
  /** The cells of several columns that have a text, joined by `between`. */
  z.object({
    from: z.literal('columns'),
    columns: positions(10).min(1),
    between: JsonText.max(10).default(' '),
    /** Cells to leave out, such as 'Default Title'. */
    without: z.array(JsonText.max(60)).max(10).default([]),
    reads: Reading,
  }),
  z.object({ from: z.literal('constant'), value: JsonText.max(5000) }),
  /**
   * `{n}` is the number of the row, `{n:4}` the same with at least four digits, and `{cell}` the cell of `column`. The
   * first row has the number `start`, which the server sets so that no stored record has the codes of the file.
   */
  z.object({
    from: z.literal('pattern'),
    pattern: JsonText.trim().min(1).max(60),
    column: Position.optional(),
    start: z.int().min(1).max(1_000_000_000).optional(),
  }),
  /** A share of the row's price, in percent. */
  z.object({ from: z.literal('share'), percent: z.number().min(0).max(1000) }),
])
export type Source = z.output<typeof Source>

export const Mapping = z
  .object({
    /** The source of each of our columns. A column without an entry is not imported. */
    columns: z.array(z.object({ key: JsonText.max(60), source: Source })).max(100),
    /** The columns that are added to the description as lines such as 'Heading: cell'. */
    appended: positions(300).default([]),
    /**
     * Rows with the same cell in `by` that follow each other belong together, as the variants of a product do. An empty
     * cell of `columns` gets the value of the row above that belongs to it. A cell of `gathered` gets the texts of the
     * column in all these rows, such as the addresses of all pictures of a product.
     */
    groups: z
      .object({ by: Position, columns: positions(300), gathered: positions(20).optional() })
      .nullable()
      .default(null),
    /** A row is a record if one of these columns has a text, and otherwise a picture or a note. Empty means any row. */
    records: positions(20).default([]),
  })
  .meta({ id: 'ImportMapping' })
export type Mapping = z.output<typeof Mapping>

export const noMapping: Mapping = { columns: [], appended: [], groups: null, records: [] }

/** A mapping under a name, with the headings of the file for which it was made, and the fixes to repeat. */
export type NamedMapping = { name: string; header: readonly string[]; mapping: Mapping; fixes?: readonly Fix[] }
