/**
 * Puts a text on the clipboard.
 * @returns false where there is no clipboard (plain http), or an in-app browser refuses. The user can then select the text
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
