/** Downloads a blob as a file with this name. */
export function downloadFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/** A file being written: to the disk if the browser supports it, otherwise to memory until `finish`. */
export type WritableFile = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Finishes the file. The user then finds it under its name. */
  finish: () => Promise<void>
  /** Deletes the partial file. */
  discard: () => Promise<void>
}

type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>

/**
 * Opens a file for writing. If the browser can stream to the disk, the user chooses the place first. Returns null if
 * the user cancels.
 */
export async function openFile(name: string, type: string): Promise<WritableFile | null> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return openFileInMemory(name, type)
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName: name })
    const file = await handle.createWritable()
    return { write: (bytes) => file.write(bytes), finish: () => file.close(), discard: () => file.abort() }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return null
    throw error
  }
}

function openFileInMemory(name: string, type: string): WritableFile {
  let parts: BlobPart[] = []
  return {
    write: async (bytes) => void parts.push(bytes),
    finish: async () => downloadFile(new Blob(parts, { type }), name),
    discard: async () => {
      parts = []
    },
  }
}
