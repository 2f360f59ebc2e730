import type { ComponentProps, ComponentType, ReactNode, MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RichTextMark } from '#contract/rich-text.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { isSafeUrl } from '#platform/urls.ts'
import styles from './RichText.module.css'
import { Icon } from './Icon.tsx'

/** Maximum depth of rendered nodes; the editor creates no deeper ones. */
const maxDepth = 20

/** A stored node or mark (`RichTextNode`), of which only `type` was checked. */
interface AnyNode {
  type: string
  /** Attributes of a heading, picture or link. */
  attrs?: unknown
  /** Child nodes. */
  content?: unknown
  /** Characters of a text node. */
  text?: unknown
  /** Formats of a text node, such as bold or a link. */
  marks?: unknown
}

/**
 * Renders stored rich text as React elements, never as an HTML string. Skips unknown and malformed nodes.
 * @param value a document of `RichTextNode`s; other values render nothing
 */
export function RichText({
  value,
  lang,
  image = 'img',
}: {
  value: unknown
  /** Language of the text where it is not the interface's. */
  lang?: string | undefined
  /** Renders pictures whose URL alone does not load: those of unpublished texts. */
  image?: ImageTag
}) {
  if (!isTyped(value) || value.type !== 'doc') return null
  return (
    <div className={styles.text} lang={lang}>
      {renderChildren(value, 0, image)}
    </div>
  )
}

function isTyped(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** What renders a picture: the plain tag, or a component with the same props. */
type ImageTag = 'img' | ComponentType<ComponentProps<'img'>>

function renderChildren({ content }: AnyNode, depth: number, image: ImageTag): ReactNode[] {
  if (!Array.isArray(content) || depth > maxDepth) return []
  return content
    .filter(isTyped)
    .map((node, index) => <Node key={index} node={node} depth={depth + 1} image={image} />)
}

function Node({ node, depth, image }: { node: AnyNode; depth: number; image: ImageTag }): ReactNode {
  const renderContent = () => renderChildren(node, depth, image)
  switch (node.type) {
    case 'paragraph':
      return <p>{renderContent()}</p>
    case 'heading':
      return <Heading attrs={node.attrs}>{renderContent()}</Heading>
    case 'bulletList':
      return <ul>{renderContent()}</ul>
    case 'orderedList':
      return <ol>{renderContent()}</ol>
    case 'listItem':
      return <li>{renderContent()}</li>
    case 'blockquote':
      return <blockquote>{renderContent()}</blockquote>
    case 'codeBlock':
      return (
        // The block can be scrolled, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0}>
          <code>{renderContent()}</code>
        </pre>
      )
    case 'horizontalRule':
      return <hr />
    case 'hardBreak':
      return <br />
    case 'image':
      return <Picture attrs={node.attrs} image={image} />
    case 'text':
      return typeof node.text === 'string' ? renderMarks(node.text, node.marks) : null
    default:
      return null
  }
}

/** Level 1 is the page's title, so texts have levels 2 to 4. Any other level counts as 4. */
function Heading({ attrs, children }: { attrs: unknown; children: ReactNode }) {
  const level = getAttribute(attrs, 'level')
  if (level === 2) return <h2>{children}</h2>
  return level === 3 ? <h3>{children}</h3> : <h4>{children}</h4>
}

/**
 * A picture with its caption; nothing without a safe URL or a size. Width and height reserve the space, so that the text
 * does not move when the picture loads.
 */
function Picture({ attrs, image: Image }: { attrs: unknown; image: ImageTag }) {
  const [src, alt, caption] = [
    getAttribute(attrs, 'src'),
    getAttribute(attrs, 'alt'),
    getAttribute(attrs, 'caption'),
  ]
  const [width, height] = [getAttribute(attrs, 'width'), getAttribute(attrs, 'height')]
  if (!isSafeUrl(src) || !isPositiveNumber(width) || !isPositiveNumber(height)) return null
  const altText = typeof alt === 'string' ? alt : ''
  return (
    <figure>
      <Image src={src} alt={altText} width={width} height={height} loading="lazy" decoding="async" />
      {typeof caption === 'string' && caption !== '' && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

function getAttribute(attrs: unknown, name: string): unknown {
  return typeof attrs === 'object' && attrs !== null ? (attrs as Record<string, unknown>)[name] : undefined
}

const isPositiveNumber = (value: unknown): value is number => typeof value === 'number' && value > 0

/** Wraps a text in an element for each of its marks, the first mark innermost. Unknown marks are skipped. */
function renderMarks(text: string, marks: unknown): ReactNode {
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
        const href = getAttribute(mark.attrs, 'href')
        return isSafeUrl(href) ? <RichLink href={href}>{inner}</RichLink> : inner
      }
      default:
        return inner
    }
  }, text)
}

/** A link in a stored text: to a page of the app, to another site, or to mail and telephone. */
function RichLink({ href, children }: { href: string; children: ReactNode }) {
  if (/^https?:/i.test(href)) return <ExternalLink href={href}>{children}</ExternalLink>
  if (isPage(href)) return <InternalLink href={href}>{children}</InternalLink>
  return <a href={href}>{children}</a>
}

/**
 * Returns whether a link is a page of the app, such as `/agenda`, and not of the server: `/api/…`, `/v1/…`,
 * `/x/front/…`.
 */
const isPage = (href: string): boolean => href.startsWith('/') && !/^\/(?:api|v\d+)\/|\/front\//.test(href)

/** A link that opens without a reload of the app. With a modifier key pressed the browser's default applies. */
function InternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { history } = useRouter()
  const openInApp = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a href={href} onClick={openInApp}>
      {children}
    </a>
  )
}

/** A link to another site. It opens in a new tab, and is marked as external. */
function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.external}>
      {children}
      <span className={styles.mark}>
        <Icon name="external" size={14} />
      </span>
      <span className={styles.hidden}> {t('otherSite')}</span>
    </a>
  )
}

/**
 * Picks the document of a localized rich text in the preferred language, or in another one when it is missing.
 * @param value documents by language, from the wire; anything else counts as empty
 * @returns the document with its language; undefined with the preferred language when there is none in any
 */
export function pickRichText(value: unknown, preferredLocale: Locale): { document: unknown; locale: Locale } {
  const texts: Partial<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  const foundLocale = [preferredLocale, ...locales].find((locale) => hasContent(texts[locale]))
  return { document: foundLocale && texts[foundLocale], locale: foundLocale ?? preferredLocale }
}

/** Returns whether a document has any node. */
function hasContent(document: unknown): boolean {
  return (
    typeof document === 'object' &&
    document !== null &&
    'content' in document &&
    Array.isArray(document.content) &&
    document.content.length > 0
  )
}
