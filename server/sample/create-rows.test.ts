import { describe, expect, it } from 'vitest'
import type { Locale } from '#contract/locale.ts'
import type { RichTextNode } from '#contract/rich-text.ts'
import { toRichText } from './create-rows.ts'
import { news, pages } from './rows.ts'

const bodies = [...news, ...pages]

describe('the notation of the sample’s prose', () => {
  it('reads headings, lists, quotations and paragraphs', () => {
    const source = '## Title\n\nOne **bold** and [a link](/agenda).\n\n- a\n- b\n\n1. x\n\n> said'
    expect(toRichText(source)).toEqual({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'One ' },
            { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
            { type: 'text', text: ' and ' },
            { type: 'text', text: 'a link', marks: [{ type: 'link', attrs: { href: '/agenda' } }] },
            { type: 'text', text: '.' },
          ],
        },
        { type: 'bulletList', content: [item('a'), item('b')] },
        { type: 'orderedList', content: [item('x')] },
        { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'said' }] }] },
      ],
    })
  })

  it('leaves no mark of the notation in the texts of the sample', () => {
    const words = bodies.flatMap(({ body }) => [body['zh-CN'], body.en].flatMap(textsOf))
    expect(words.length).toBeGreaterThan(400)
    expect(words.filter((text) => text === '' || /\*\*|^#|^- |\]\(|\n/.test(text))).toEqual([])
  })

  it('gives both languages the same build, so that neither lacks a part', () => {
    expect(buildsIn('en')).toEqual(buildsIn('zh-CN'))
  })

  it('links only inside the app and to telephones', () => {
    const links = bodies.flatMap(({ body }) => JSON.stringify(body).match(/"href":"[^"]*"/g) ?? [])
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((link) => !/"href":"(\/(agenda|download|suzhou)|tel:\d+)"/.test(link))).toEqual([])
  })
})

function item(text: string): RichTextNode {
  return { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}

function textsOf(node: RichTextNode): string[] {
  if (node.type === 'text') return [node.text]
  return 'content' in node ? (node.content ?? []).flatMap(textsOf) : []
}

/** Types of blocks, with the number of items of a list. */
function listTypes(node: RichTextNode): string[] {
  if (!('content' in node)) return []
  return (node.content ?? []).map((child) => {
    const isList = child.type === 'bulletList' || child.type === 'orderedList'
    return isList ? `${child.type} ${child.content?.length}` : child.type
  })
}

function buildsIn(locale: Locale): string[][] {
  return bodies.map(({ id, body }) => [id, ...listTypes(body[locale])])
}
