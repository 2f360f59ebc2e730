import type { EditorProps } from '@tiptap/pm/view'
import type { Slice } from '@tiptap/pm/model'

/** What was copied here last, with its formatting. */
let copied: { slice: Slice; words: string } | undefined

const wordsOf = (text: string) => text.replaceAll(/\s+/gu, '')

/**
 * What comes from elsewhere comes as text: HTML is never read, as everywhere in the app (security.md 11). What was copied
 * in an editor of ours keeps its formatting.
 */
export const plainPaste: Pick<EditorProps, 'handleDOMEvents' | 'transformCopied'> = {
  transformCopied(slice) {
    copied = { slice, words: wordsOf(slice.content.textBetween(0, slice.content.size, '\n')) }
    return slice
  },
  handleDOMEvents: {
    paste(view, event) {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      event.preventDefault()
      if (copied && copied.words === wordsOf(text))
        view.dispatch(view.state.tr.replaceSelection(copied.slice).scrollIntoView())
      else if (text !== '') view.pasteText(text, event)
      return true
    },
    drop(view, event) {
      // What is moved within the text is known already.
      if (view.dragging) return false
      event.preventDefault()
      const text = event.dataTransfer?.getData('text/plain') ?? ''
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (text !== '' && at) view.dispatch(view.state.tr.insertText(text, at.pos))
      return true
    },
  },
}
