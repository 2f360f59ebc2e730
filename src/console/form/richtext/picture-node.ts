import { Node } from '@tiptap/react'
import { loadPicture } from '../../field-controls/load-picture.ts'

/** A picture between paragraphs, loaded with the user's token because it may be unpublished. */
export const pictureNode = Node.create({
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
