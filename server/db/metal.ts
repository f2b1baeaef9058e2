import { item } from './schema/catalogue.ts'

/** Selects what an item is made of, for rows joined with `item`. */
export const metal = { grams: item.grams, karat: item.karat, stone: item.stone }
