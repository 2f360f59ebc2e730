import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { RichTextMark } from '#contract/rich-text.ts'
import { isSafeUrl } from '#lib/safe-url.ts'
import { RichLink } from './RichLink.tsx'
import styles from './RichText.module.css'

/** Deepest nesting that is shown: more is no text of an editor. */
const maxDepth = 20

/** A node as it comes: only its type is known to be there. */
interface AnyNode {
  type: string
  attrs?: unknown
  content?: unknown
  text?: unknown
  marks?: unknown
}

/**
 * Stored rich text as React elements. The list of nodes is closed: unknown and malformed nodes are not rendered,
 * and no HTML string is used.
 * @param value a document of `RichTextNode`s; anything else shows nothing
 */
export function RichText({
  value,
  lang,
  image = 'img',
}: {
  value: unknown
  lang?: string | undefined
  /** Renders pictures whose URL alone does not load: those of unpublished texts. */
  image?: ImageTag
}) {
  if (!isTyped(value) || value.type !== 'doc') return null
  return (
    <div className={styles.text} lang={lang}>
      {children(value, 0, image)}
    </div>
  )
}

function isTyped(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

type ImageTag = 'img' | ComponentType<ComponentProps<'img'>>

function children({ content }: AnyNode, depth: number, image: ImageTag): ReactNode[] {
  if (!Array.isArray(content) || depth > maxDepth) return []
  return content
    .filter(isTyped)
    .map((node, place) => <Node key={place} node={node} depth={depth + 1} image={image} />)
}

function Node({ node, depth, image }: { node: AnyNode; depth: number; image: ImageTag }): ReactNode {
  const inner = () => children(node, depth, image)
  switch (node.type) {
    case 'paragraph':
      return <p>{inner()}</p>
    case 'heading':
      return <Heading attrs={node.attrs}>{inner()}</Heading>
    case 'bulletList':
      return <ul>{inner()}</ul>
    case 'orderedList':
      return <ol>{inner()}</ol>
    case 'listItem':
      return <li>{inner()}</li>
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>
    case 'codeBlock':
      return (
        // It can be scrolled, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0}>
          <code>{inner()}</code>
        </pre>
      )
    case 'horizontalRule':
      return <hr />
    case 'hardBreak':
      return <br />
    case 'image':
      return <Picture attrs={node.attrs} image={image} />
    case 'text':
      return typeof node.text === 'string' ? marked(node.text, node.marks) : null
    default:
      return null
  }
}

function Heading({ attrs, children: words }: { attrs: unknown; children: ReactNode }) {
  const level = valueOf(attrs, 'level')
  if (level === 2) return <h2>{words}</h2>
  return level === 3 ? <h3>{words}</h3> : <h4>{words}</h4>
}

/** Width and height reserve the room, so that the text does not jump when the picture comes. */
function Picture({ attrs, image: Image }: { attrs: unknown; image: ImageTag }) {
  const [src, alt, caption] = [valueOf(attrs, 'src'), valueOf(attrs, 'alt'), valueOf(attrs, 'caption')]
  const [width, height] = [valueOf(attrs, 'width'), valueOf(attrs, 'height')]
  if (!isSafeUrl(src) || !isLength(width) || !isLength(height)) return null
  const words = typeof alt === 'string' ? alt : ''
  return (
    <figure>
      <Image src={src} alt={words} width={width} height={height} loading="lazy" decoding="async" />
      {typeof caption === 'string' && caption !== '' && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

function valueOf(attrs: unknown, name: string): unknown {
  return typeof attrs === 'object' && attrs !== null ? (attrs as Record<string, unknown>)[name] : undefined
}

const isLength = (value: unknown): value is number => typeof value === 'number' && value > 0

function marked(text: string, marks: unknown): ReactNode {
  if (!Array.isArray(marks)) return text
  return marks.filter(isTyped).reduce<ReactNode>((inner, mark) => {
    switch (mark.type as RichTextMark['type']) {
      case 'bold':
        return <strong>{inner}</strong>
      case 'italic':
        return <em>{inner}</em>
      case 'code':
        return <code>{inner}</code>
      case 'link': {
        const href = valueOf(mark.attrs, 'href')
        return isSafeUrl(href) ? <RichLink href={href}>{inner}</RichLink> : inner
      }
      default:
        return inner
    }
  }, text)
}
