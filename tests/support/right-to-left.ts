/**
 * Runs in a page: mirrors it from right to left, as Android's `ar-XB` does, to show problems of a translation into
 * Arabic.
 */
export function mirrorPage(): void {
  const { documentElement: html, body } = document
  html.lang = 'ar-XB'
  html.dir = 'rtl'
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.parentElement?.closest('script, style') || !node.textContent?.trim()) continue
    node.textContent = `\u202e${node.textContent}\u202c`
  }
}
