/** Hands something to the browser as a file to keep. */
export function save(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

/** A file being written: on the disk where the browser can, in memory until it is whole where not. */
export type FileInWriting = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** The file is whole: from now on it is there under its name. */
  finish: () => Promise<void>
  /** Leaves nothing behind. */
  discard: () => Promise<void>
}

type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>

/** Begins a file; asks where to keep it where the browser lets it be written piece by piece. null: nobody chose a place. */
export async function beginFile(name: string, type: string): Promise<FileInWriting | null> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return fileInMemory(name, type)
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName: name })
    const file = await handle.createWritable()
    return { write: (bytes) => file.write(bytes), finish: () => file.close(), discard: () => file.abort() }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return null
    throw error
  }
}

function fileInMemory(name: string, type: string): FileInWriting {
  let parts: BlobPart[] = []
  return {
    write: async (bytes) => void parts.push(bytes),
    finish: async () => save(new Blob(parts, { type }), name),
    discard: async () => {
      parts = []
    },
  }
}
