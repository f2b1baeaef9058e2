import { AppError } from '../../kernel/errors.ts'
import { isOldWorkbook } from './workbook.ts'

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, n) => bytes[n] === byte)

/** Decodes bytes and returns the text with the encoding's name for people. */
const read = (bytes: Uint8Array, encoding: string, name: string) => ({
  text: new TextDecoder(encoding).decode(bytes),
  encoding: name,
})

/**
 * Returns the text of a spreadsheet's file: UTF-8 or UTF-16 with or without a byte order mark, Shift_JIS, or else
 * Windows-1252. Throws 415 when the file is not text, with advice in the message.
 */
export function decode(bytes: Uint8Array): { text: string; encoding: string } {
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
  if (utf8 !== null) return { text: utf8, encoding: 'UTF-8' }
  const japanese = decodeStrictly(bytes, 'shift_jis')
  // Nearly all bytes decode to some kanji, so kanji prove nothing. Kana prove that the text is Japanese, because text
  // in Latin letters hardly ever contains their bytes.
  if (japanese !== null && /[\u3041-\u30fe]/.test(japanese)) return { text: japanese, encoding: 'Shift_JIS' }
  return read(bytes, 'windows-1252', 'Windows-1252')
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
