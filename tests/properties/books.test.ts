import { proveBooks } from '../support/books-property.ts'

// The daily part of the books: a few runs, which go on until every kind of entry has happened.
// tests/properties/books-long.test.ts has many.

await proveBooks({ runs: 8 })
