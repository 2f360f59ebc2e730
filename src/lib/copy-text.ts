/**
 * Puts a text on the clipboard.
 * @returns false where there is none (plain http), or a built-in browser refuses: the text can be marked by hand
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return false
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
