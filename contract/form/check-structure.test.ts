import { describe, expect, it } from 'vitest'
import { isRichText } from './check-structure.ts'

const text = (words: string, ...marks: unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (href: unknown) => doc(paragraph(text('a', { type: 'link', attrs: { href } })))
const image = (attrs: object) =>
  doc({ type: 'image', attrs: { src: '/a.png', alt: '', width: 2, height: 1, ...attrs } })
const item = (...content: unknown[]) => ({ type: 'listItem', content })

describe('rich text', () => {
  it.each<[string, unknown]>([
    ['nothing', { type: 'doc' }],
    [
      'a paragraph',
      doc(paragraph(text('a'), { type: 'hardBreak' }, text('b', { type: 'bold' }, { type: 'italic' }))),
    ],
    [
      'headings',
      doc(...[2, 3, 4].map((level) => ({ type: 'heading', attrs: { level }, content: [text('a')] }))),
    ],
    [
      'lists',
      doc({
        type: 'bulletList',
        content: [item(paragraph(text('a')), { type: 'orderedList', content: [item(paragraph())] })],
      }),
    ],
    [
      'a quotation, code and a rule',
      doc(
        { type: 'blockquote', content: [paragraph()] },
        { type: 'codeBlock', content: [text('a')] },
        { type: 'horizontalRule' },
      ),
    ],
    ['a picture', image({})],
    ['a page of our own', link('/news/1?a=b#c')],
    ['another page', link('HTTPS://example.org/')],
    ['a mail', link('mailto:a@example.org')],
    ['a call', link('tel:+8651212345')],
  ])('may hold %s', (_, value) => {
    expect(isRichText(value)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['text', '<p>a</p>'],
    ['a list', [doc()]],
    ['no document', paragraph(text('a'))],
    ['a document in a document', doc(doc())],
    ['an unknown node', doc({ type: 'script', content: [text('a')] })],
    ['a node with a name that every object has', doc({ type: 'constructor' })],
    ['an unknown attribute', doc({ ...paragraph(text('a')), attrs: { onclick: 'a()' } })],
    ['an attribute beside those of its own', doc({ type: 'heading', attrs: { level: 2, id: 'x' } })],
    ['a heading of the first level', doc({ type: 'heading', attrs: { level: 1 } })],
    ['a heading without its level', doc({ type: 'heading' })],
    ['an unknown mark', doc(paragraph(text('a', { type: 'underline' })))],
    ['a mark with a name that every object has', doc(paragraph(text('a', { type: 'toString', attrs: {} })))],
    ['a mark with attributes', doc(paragraph(text('a', { type: 'bold', attrs: {} })))],
    ['marks that are no list', doc(paragraph({ type: 'text', text: 'a', marks: { type: 'bold' } }))],
    ['text outside of a paragraph', doc(text('a'))],
    ['a paragraph in a paragraph', doc(paragraph(paragraph()))],
    ['a list without items', doc({ type: 'bulletList', content: [paragraph()] })],
    ['empty text', doc(paragraph(text('')))],
    ['text with content', doc(paragraph({ ...text('a'), content: [] }))],
    ['a rule with content', doc({ type: 'horizontalRule', content: [] })],
    ['content that is no list', { type: 'doc', content: paragraph() }],
    ['nothing for a node', doc(null)],
    ['a script as address', link('javascript:alert(1)')],
    ['a script in capitals', link('JaVaScRiPt:alert(1)')],
    ['a script after a blank', link(' javascript:alert(1)')],
    ['a script with a line break', link('/\njavascript:alert(1)')],
    ['a page as data', link('data:text/html,a')],
    ['another host without a scheme', link('//example.org')],
    ['another host behind a backslash', link('/\\example.org')],
    ['no address', link('')],
    ['a list as address', link(['https://example.org'])],
    ['a link without attributes', doc(paragraph(text('a', { type: 'link' })))],
    ['a picture as data', image({ src: 'data:image/svg+xml,a' })],
    ['a picture as mail', image({ src: 'mailto:a@example.org' })],
    ['a picture without a size', image({ width: undefined })],
    ['a picture of no size', image({ height: 0 })],
    ['a picture of half a pixel', image({ height: 0.5 })],
    ['a picture with a handler', image({ onerror: 'a()' })],
    ['prototype keys', JSON.parse('{"type": "doc", "__proto__": {"content": []}}')],
    ['more than 1 MB', doc(paragraph(text('储'.repeat(350_000))))],
  ])('may not be %s', (_, value) => {
    expect(isRichText(value)).toBe(false)
  })

  it('may not be deeper than a request, and ten thousand levels are only refused', () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? paragraph() : { type: 'blockquote', content: [nested(levels - 1)] }
    // Two levels for each quotation, its object and its list, two for the document, two for the paragraph.
    expect(isRichText(doc(nested(8)))).toBe(true)
    expect(isRichText(doc(nested(9)))).toBe(false)
    let deep: unknown = paragraph()
    for (let level = 0; level < 10_000; level += 1) deep = { type: 'blockquote', content: [deep] }
    expect(isRichText(doc(deep))).toBe(false)
  })
})
