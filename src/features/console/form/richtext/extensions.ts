import { StarterKit } from '@tiptap/starter-kit'
import { isRichText } from '#contract/form/check-structure.ts'
import { pictureNode } from './picture-node.ts'

/** The nodes and marks of the contract, and no others (contract/rich-text.ts). */
export const extensions = [
  StarterKit.configure({
    strike: false,
    underline: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, isAllowedUri: (href) => isAddress(href) },
  }),
  pictureNode,
]

/** Whether a link may lead there, as the contract has it. */
export function isAddress(href: string): boolean {
  const link = { type: 'link', attrs: { href } }
  const words = { type: 'text', text: 'a', marks: [link] }
  return isRichText({ type: 'doc', content: [{ type: 'paragraph', content: [words] }] })
}

/** What a person typed as an address: one that begins with a name is one of the web. */
export function toAddress(typed: string): string | undefined {
  const text = typed.trim()
  const href = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text
  return isAddress(href) ? href : undefined
}
