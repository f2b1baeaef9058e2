import { proveBooks } from '../support/books-property.ts'

// The daily part of the books: a few runs. tests/properties/books-long.test.ts has many.

await proveBooks({ runs: 8 })
