import { SaxesParser } from 'saxes'
import { InvalidScheduleError } from './schedule-issue.ts'

/** An element with everything in it. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** All character data, that of the children left out. */
  text: string
  /** Line on which its tag ends. */
  line: number
}

/** What a reader is told, in the order of the file. */
export interface XmlReader {
  /** A tag opened outside the elements that are kept whole. `depth` of the root is 0. */
  opened(name: string, attributes: Readonly<Record<string, string>>, depth: number): void
  /** An element of {@link readXml}'s `keep` ended. */
  kept(element: XmlElement): void
}

/** schedule.xml nests six deep; one that nests deeper than this is an attack. */
const maxDepth = 64
/** Characters given to the parser at once, so that a fault near the start ends the work there. */
const chunkLength = 65_536

/**
 * Reads XML as a stream: elements named in `keep` are handed over whole and forgotten, of others only the opening.
 * A DOCTYPE is refused, and with it every entity that the file defines itself.
 * @throws InvalidScheduleError with line and column
 */
export function readXml(text: string, keep: ReadonlySet<string>, reader: XmlReader): void {
  const parser = new SaxesParser()
  const open: string[] = []
  const building: XmlElement[] = []
  let ending = false

  const refuse = (key: string, params = {}): never => {
    throw new InvalidScheduleError(key, params, { line: parser.line, column: parser.columnIndex + 1 })
  }
  parser.on('error', () => {
    const tag = open.at(-1)
    if (ending && tag !== undefined) refuse('xml.unclosed', { tag })
    refuse(ending ? 'xml.cut_off' : 'xml.syntax')
  })
  parser.on('doctype', () => refuse('xml.doctype'))
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === maxDepth) refuse('xml.too_deep')
    if (building.length > 0 || keep.has(name)) {
      const element = { name, attributes, children: [], text: '', line: parser.line }
      building.at(-1)?.children.push(element)
      building.push(element)
    } else reader.opened(name, attributes, open.length)
    open.push(name)
  })
  const addText = (part: string): void => {
    const element = building.at(-1)
    if (element) element.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    open.pop()
    const element = building.pop()
    if (element && building.length === 0) reader.kept(element)
  })

  for (let from = 0; from < text.length; from += chunkLength)
    parser.write(text.slice(from, from + chunkLength))
  ending = true
  parser.close()
}

// oxlint-disable-next-line no-control-regex -- references to the characters that XML 1.0 forbids
const forbiddenReference = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi

/** XML without references to control characters, which exporters write although XML 1.0 forbids them. */
export function withoutForbiddenReferences(text: string): string {
  return text.replace(forbiddenReference, '')
}

/** The text of the first child of a name, trimmed; empty when there is none. */
export function childText(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

/** The children of a name inside the first child of another, such as `persons/person`. */
export function grandchildren(element: XmlElement, parent: string, name: string): XmlElement[] {
  const holder = element.children.find((child) => child.name === parent)
  return holder?.children.filter((child) => child.name === name) ?? []
}
