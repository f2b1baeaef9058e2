import { type LegacyEncoding, legacyEncodings } from '../../../contract/imports/imports.ts'
import { AppError } from '../../kernel/errors.ts'
import { isOldWorkbook } from './workbook.ts'

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, n) => bytes[n] === byte)

/** A text with its encoding for people. `isProven` says that the bytes leave no other encoding. */
type Decoded = { text: string; encoding: string; isProven: boolean }

const read = (bytes: Uint8Array, encoding: string, name: string): Decoded => ({
  text: new TextDecoder(encoding).decode(bytes),
  encoding: name,
  isProven: true,
})

/**
 * Returns the text of a spreadsheet's file: UTF-8 or UTF-16 with or without a byte order mark, or else Windows-1252, also
 * where the kana say that it is Shift_JIS, which `decodeAgain` reads. Throws 415 when the file is not text, with advice in
 * the message.
 */
export function decode(bytes: Uint8Array): Decoded {
  if (isOldWorkbook(bytes))
    throw new AppError(
      'import.unreadable',
      'This is an old workbook (.xls), or one with a password. Save it as .xlsx or CSV, and choose that',
      { field: 'file' },
    )
  if (startsWith(bytes, 0xff, 0xfe)) return read(bytes, 'utf-16le', 'UTF-16')
  if (startsWith(bytes, 0xfe, 0xff)) return read(bytes, 'utf-16be', 'UTF-16')
  // UTF-16 without a byte order mark: the first character is a Latin letter, so one of its two bytes is zero.
  if (bytes[0] !== 0 && bytes[1] === 0) return read(bytes, 'utf-16le', 'UTF-16')
  if (bytes[0] === 0 && bytes[1] !== 0) return read(bytes, 'utf-16be', 'UTF-16')
  if (bytes.includes(0))
    throw new AppError('import.unreadable', 'This file is not text. Save it as .xlsx or CSV, and choose that', {
      field: 'file',
    })
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== null) return { text: utf8, encoding: 'UTF-8', isProven: true }
  const japanese = decodeStrictly(bytes, 'shift_jis')
  // Nearly all bytes decode to some kanji, so kanji prove nothing. Kana prove that the text is Japanese, because text
  // in Latin letters hardly ever contains their bytes.
  const encoding = japanese !== null && /[\u3041-\u30fe]/.test(japanese) ? 'Shift_JIS' : 'Windows-1252'
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding, isProven: false }
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The byte of each character of Windows-1252. */
const byteOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)

/** Reads a text that was decoded as Windows-1252 in another encoding. */
export function decodeAgain(text: string, encoding: LegacyEncoding): string {
  if (encoding === 'Windows-1252' || isAscii(text)) return text
  const bytes = Uint8Array.from(text, (character) => byteOf.get(character) ?? 0x3f)
  return new TextDecoder(legacyEncodings[encoding]).decode(bytes)
}

// oxlint-disable-next-line no-control-regex -- ASCII includes the control characters
const isAscii = (text: string) => /^[\u0000-\u007F]*$/.test(text)
