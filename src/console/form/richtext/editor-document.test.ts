import { expect, test } from 'vitest'
import { isRichText } from '#contract/form/check-structure.ts'
import { emptyText, toEditorContent, toStoredText } from './editor-document.ts'

const image = {
  type: 'image',
  attrs: { src: '/api/front/download/file/f1', alt: 'Hall', width: 40, height: 30 },
}
const textNode = (text: string, marks?: object[]) => ({ type: 'text', text, ...(marks && { marks }) })

test('attributes of the editor are not stored, and the rest is valid by the contract', () => {
  const stored = toStoredText({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2, textAlign: null }, content: [textNode('Hall')] },
      {
        type: 'paragraph',
        content: [
          textNode('see '),
          textNode('here', [
            {
              type: 'link',
              attrs: { href: 'https://example.org/', target: '_blank', rel: 'x', class: null },
            },
            { type: 'underline' },
            { type: 'bold' },
          ]),
        ],
      },
      {
        type: 'orderedList',
        attrs: { start: 1, type: null },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [textNode('one')] }] }],
      },
      { type: 'codeBlock', attrs: { language: null }, content: [textNode('x = 1')] },
      { ...image, attrs: { ...image.attrs, title: null } },
      { type: 'table', content: [] },
      { type: 'paragraph' },
    ],
  } as never)
  expect(isRichText(stored)).toBe(true)
  expect(stored).toMatchObject({ content: [{ type: 'heading' }, {}, {}, {}, image] })
  expect(JSON.stringify(stored)).not.toMatch(/target|language|start|underline|title/)
})

test('an empty text is stored as null', () => {
  expect(toStoredText(emptyText)).toBeNull()
  expect(toStoredText({ type: 'doc' })).toBeNull()
  expect(toEditorContent(null)).toEqual(emptyText)
  expect(toEditorContent({ type: 'doc', content: [] })).toEqual(emptyText)
})

test('a picture within a paragraph moves between two paragraphs, and nothing is lost', () => {
  const stored = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [textNode('before'), image, textNode('after')] }],
  }
  expect(toEditorContent(stored).content).toEqual([
    { type: 'paragraph', content: [textNode('before')] },
    image,
    { type: 'paragraph', content: [textNode('after')] },
  ])
})

test('a stored text that is opened and not changed is stored as it was', () => {
  const stored = { type: 'doc', content: [{ type: 'paragraph', content: [textNode('same')] }, image] }
  expect(toStoredText(toEditorContent(stored))).toEqual(stored)
})
