import { StarterKit } from '@tiptap/starter-kit'
import { Node } from '@tiptap/react'
import { isRichText } from '#contract/form/check-structure.ts'
import { loadPicture } from '../../field-controls/load-picture.ts'

/** A picture between paragraphs, loaded with the user's token because it may be unpublished. */
const pictureNode = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' }, width: {}, height: {} }),
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => {
    return ({ node }) => {
      const figure = document.createElement('figure')
      const image = document.createElement('img')
      const { src, alt, width, height } = node.attrs as {
        src: string
        alt: string
        width: number
        height: number
      }
      image.alt = alt
      // Reserves the space before the picture has loaded.
      image.width = width
      image.height = height
      figure.append(image)
      const release = loadPicture(src, (url) => (image.src = url))
      return {
        dom: figure,
        destroy: release,
        /** Updates the alternative text, which changes with each letter, without loading the picture again. */
        update(newNode) {
          if (newNode.type !== node.type || newNode.attrs['src'] !== src) return false
          image.alt = String(newNode.attrs['alt'])
          return true
        },
      }
    }
  },
})

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
