import type { EditorProps } from '@tiptap/pm/view'
import type { Slice } from '@tiptap/pm/model'

/** The content that was copied last in an editor of this app, with formatting. */
let lastCopied: { slice: Slice; text: string } | undefined

const stripSpaces = (text: string) => text.replaceAll(/\s+/gu, '')

/**
 * Pastes and drops content of other programs as plain text, so that no foreign HTML is parsed. Content that was copied
 * in an editor of this app keeps its formatting.
 */
export const plainPaste: Pick<EditorProps, 'handleDOMEvents' | 'transformCopied'> = {
  transformCopied(slice) {
    lastCopied = { slice, text: stripSpaces(slice.content.textBetween(0, slice.content.size, '\n')) }
    return slice
  },
  handleDOMEvents: {
    paste(view, event) {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      event.preventDefault()
      if (lastCopied && lastCopied.text === stripSpaces(text))
        view.dispatch(view.state.tr.replaceSelection(lastCopied.slice).scrollIntoView())
      else if (text !== '') view.pasteText(text, event)
      return true
    },
    drop(view, event) {
      // ProseMirror moves content within the same text.
      if (view.dragging) return false
      event.preventDefault()
      const text = event.dataTransfer?.getData('text/plain') ?? ''
      const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (text !== '' && position) view.dispatch(view.state.tr.insertText(text, position.pos))
      return true
    },
  },
}
