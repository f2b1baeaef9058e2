import { proveBooks } from '../support/books-property.ts'

// Many runs, which go on until every kind of entry has happened.

await proveBooks({ runs: 80 })
