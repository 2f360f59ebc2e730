import { StarterKit } from '@tiptap/starter-kit'
import { isRichText } from '#contract/form/check-structure.ts'
import { pictureNode } from './picture-node.ts'

/** The nodes and marks that contract/rich-text.ts allows, and no others. */
export const extensions = [
  StarterKit.configure({
    strike: false,
    underline: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, isAllowedUri: (href) => isAllowedUrl(href) },
  }),
  pictureNode,
]

/** Whether the contract allows a URL as a link. */
export function isAllowedUrl(href: string): boolean {
  const link = { type: 'link', attrs: { href } }
  const textNode = { type: 'text', text: 'a', marks: [link] }
  return isRichText({ type: 'doc', content: [{ type: 'paragraph', content: [textNode] }] })
}

/**
 * Converts typed text to a URL: text that starts with a host name gets `https://`. Returns undefined for a URL that
 * the contract forbids.
 */
export function toLinkUrl(typed: string): string | undefined {
  const text = typed.trim()
  const href = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text
  return isAllowedUrl(href) ? href : undefined
}
