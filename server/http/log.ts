import { fstatSync, writeSync } from 'node:fs'

const output = 1
const isFile = fstatSync(output).isFile()

/**
 * Where log lines go: to the standard output. A line that cannot be written, as on a full disk, is lost, and the next one
 * is tried again; nobody's call fails or waits for it.
 */
export const logLines = {
  write(line: string) {
    // The stream would give up for good at the first line that fails.
    if (!isFile) process.stdout.write(line)
    else
      try {
        writeSync(output, line)
      } catch {
        // There is nowhere left to say so.
      }
  },
}
