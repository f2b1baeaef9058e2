/** Copies a text. Returns whether it worked: the clipboard needs https or localhost, and people may refuse it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
