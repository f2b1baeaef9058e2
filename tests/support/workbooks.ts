import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js/index-native.js'

/** Returns an Excel workbook with some of its parts changed; `change` receives each part's path and its XML. */
export async function changeParts(bytes: Uint8Array, change: (part: string, text: string) => string) {
  const workbook = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (entry.directory) continue
    const before = new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false }))
    const after = new TextEncoder().encode(change(entry.filename, before))
    await workbook.add(entry.filename, new Uint8ArrayReader(after))
  }
  return workbook.close()
}

/** Whether a part is the first worksheet. */
export const isSheet = (part: string) => part.endsWith('worksheets/sheet1.xml')
