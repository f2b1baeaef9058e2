import { proveBooks } from '../support/books-property.ts'

// Many runs of tests/properties/books.test.ts.

await proveBooks({ runs: 80 })
