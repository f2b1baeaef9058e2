import { proveBooks } from '../support/books-property.ts'

// Many runs of tests/properties/books.test.ts, in which every kind of entry must happen.

await proveBooks({ runs: 80, isWhole: true })
