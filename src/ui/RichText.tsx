import { isSafeAddress } from '#lib/safe-address.ts'
import type { RichTextMark, RichTextNode } from '#contract/rich-text.ts'
import type { ReactNode } from 'react'
import styles from './RichText.module.css'

/**
 * Stored rich text as React elements. The list of nodes is closed: what is not in it is not shown, and there is no HTML
 * string anywhere (security.md 11).
 * @param value a document of {@link RichTextNode}s; anything else shows nothing
 */
export function RichText({ value, lang }: { value: unknown; lang?: string | undefined }) {
  if (!isNode(value) || value.type !== 'doc') return null
  return (
    <div className={styles.text} lang={lang}>
      {children(value.content)}
    </div>
  )
}

function isNode(value: unknown): value is RichTextNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function children(content: readonly unknown[] | undefined): ReactNode[] {
  return (content ?? []).filter(isNode).map((node, place) => <Node key={place} node={node} />)
}

function Node({ node }: { node: RichTextNode }): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{children(node.content)}</p>
    case 'heading':
      return <Heading level={node.attrs.level}>{children(node.content)}</Heading>
    case 'bulletList':
      return <ul>{children(node.content)}</ul>
    case 'orderedList':
      return <ol>{children(node.content)}</ol>
    case 'listItem':
      return <li>{children(node.content)}</li>
    case 'blockquote':
      return <blockquote>{children(node.content)}</blockquote>
    case 'codeBlock':
      return (
        <pre>
          <code>{children(node.content)}</code>
        </pre>
      )
    case 'horizontalRule':
      return <hr />
    case 'hardBreak':
      return <br />
    case 'image':
      return <Picture {...node.attrs} />
    case 'text':
      return marked(node.text, node.marks ?? [])
    default:
      return null
  }
}

function Heading({ level, children: words }: { level: number; children: ReactNode }) {
  if (level === 2) return <h2>{words}</h2>
  return level === 3 ? <h3>{words}</h3> : <h4>{words}</h4>
}

/** Width and height reserve the room, so that the text does not jump when the picture comes. */
function Picture(attrs: { src: string; alt: string; width: number; height: number }) {
  if (!isSafeAddress(attrs.src)) return null
  const { src, alt, width, height } = attrs
  return <img src={src} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
}

function marked(text: string, marks: readonly RichTextMark[]): ReactNode {
  return marks.reduce<ReactNode>((inner, mark) => {
    switch (mark.type) {
      case 'bold':
        return <strong>{inner}</strong>
      case 'italic':
        return <em>{inner}</em>
      case 'code':
        return <code>{inner}</code>
      case 'link':
        return isSafeAddress(mark.attrs.href) ? (
          <a href={mark.attrs.href} rel="noopener noreferrer">
            {inner}
          </a>
        ) : (
          inner
        )
      default:
        return inner
    }
  }, text)
}
