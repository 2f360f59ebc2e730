import { SaxesParser } from 'saxes'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'

/** Finds an attribute by its name without prefix. */
export type Attributes = (name: string) => string | undefined

/** Receives the elements of a part in the order of the file, by their names without prefix. */
export interface XmlVisitor {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** The parts of workbooks nest ten levels deep. */
const maxDepth = 64
/** Limit of characters without an element, which the parser would collect without end. */
const maxTextCharacters = 1_000_000

/**
 * Parses a part as a stream and yields after each chunk, so that the caller can process results. A DOCTYPE is rejected,
 * and with it all entities that the file defines.
 */
export async function* walkXml(
  bytes: AsyncIterable<Buffer>,
  visitor: XmlVisitor,
): AsyncGenerator<void, void> {
  const parser = new SaxesParser()
  let depth = 0
  let textCharacters = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => throwUnreadable('a document type'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?(8|16)$/i.test(encoding))
      throwUnreadable(`the encoding ${encoding}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    textCharacters = 0
    if (++depth > maxDepth) throwUnreadable('elements within elements')
    visitor.open?.(withoutPrefix(name), (attributeName) => findAttribute(attributes, attributeName))
  })
  parser.on('closetag', ({ name }) => {
    textCharacters = 0
    depth--
    visitor.close?.(withoutPrefix(name))
  })
  parser.on('text', (text) => visitor.text?.(text))
  parser.on('cdata', (text) => visitor.text?.(text))

  for await (const text of decode(bytes)) {
    textCharacters += text.length
    if (textCharacters > maxTextCharacters) throwUnreadable('a text without end')
    parser.write(text)
    yield
  }
  parser.close()
}

/** Parses a whole part. */
export async function readXml(bytes: AsyncIterable<Buffer>, visitor: XmlVisitor): Promise<void> {
  const walk = walkXml(bytes, visitor)
  // The visitor takes the results.
  while (!(await walk.next()).done);
}

/** Parses a boolean of XML Schema. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof createDecoder> | undefined
  for await (const chunk of bytes) {
    decoder ??= createDecoder(chunk)
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder?.decode() ?? ''
}

/** XML without a mark is UTF-8; other declared encodings are rejected. */
function createDecoder(start: Buffer) {
  const isLittleEndian = start[0] === 0xff && start[1] === 0xfe
  const isBigEndian = start[0] === 0xfe && start[1] === 0xff
  return new TextDecoder(isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8', { fatal: true })
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function findAttribute(
  attributes: Readonly<Record<string, string>>,
  attributeName: string,
): string | undefined {
  if (attributes[attributeName] !== undefined) return attributes[attributeName]
  const prefixed = Object.keys(attributes).find((name) => name.endsWith(`:${attributeName}`))
  return prefixed === undefined ? undefined : attributes[prefixed]
}

function throwUnreadable(what: string): never {
  throw new InvalidSheetError('unreadable', {}, new Error(`the workbook has ${what}`))
}
