import type { FieldType } from '#contract/field-definition.ts'
import { checkForm } from '#contract/form/check-form.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import { isLocale, isPlainObject } from '#contract/form/form-shape.ts'
import { forumSetting } from '#contract/forum.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import type { RichTextNode } from '#contract/rich-text.ts'
import { fromZonedTime } from '#contract/time.ts'

/** Fields, and types of fields, without values in the sample: the engine or the storing of files adds them later. */
const addedKeys = new Set(['version', 'created_at', 'updated_at'])
const addedTypes = new Set<FieldType>(['file', 'image', 'computed'])

const wallTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/**
 * Creates the rows of a module from its data file, `data/<module>.json`, and validates them by the module's definition.
 * Files are stored later: the file fields of a row may be missing.
 * @param items the content of the data file
 * @throws Error that names the data file, the row and what is wrong with it
 */
export function createRows<Item extends object, Row extends { id: string }>(
  module: string,
  items: readonly Item[],
  toRow: (item: Item, index: number) => Row,
): readonly Row[] {
  return items.map((item, index) => {
    try {
      checkLanguages(item)
      const row = toRow(item, index)
      checkRow(module, row)
      return row
    } catch (error) {
      const file = `server/sample/data/${module.replaceAll('_', '-')}.json`
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${file}, row ${index + 1}${formatRowName(item)}: ${reason}`, { cause: error })
    }
  })
}

/** Converts a wall time `YYYY-MM-DDTHH:MM` of the forum to an instant. @throws RangeError when it is none */
export function toForumInstant(wallTime: string): string {
  if (!wallTimePattern.test(wallTime)) throw new RangeError(`${wallTime} is no wall time YYYY-MM-DDTHH:MM`)
  return fromZonedTime(wallTime, forumSetting.timeZone)
}

/** Creates a rich text in both languages from the lines of a data file, each in the notation of {@link toRichText}. */
export function createRichTextFromLines(
  lines: Readonly<Record<Locale, readonly string[]>>,
): LocalizedRichText {
  return createRichText(joinLines(lines['zh-CN']), joinLines(lines.en))
}

/** Joins lines to blocks: neighbouring list items are one block, every other line is a block of its own. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line, index) => (isListItem(line) && isListItem(lines[index + 1]) ? `${line}\n` : `${line}\n\n`))
    .join('')
}

function isListItem(line: string | undefined): boolean {
  return line !== undefined && /^(?:-|\d+\.) /.test(line)
}

/** Formats what identifies a row in an error, ` (00017)`; empty when the item has no id, number or slug. */
function formatRowName(item: object): string {
  const name = Object.entries(item).find(([key]) => key === 'id' || key === 'no' || key === 'slug')?.[1]
  return name === undefined ? '' : ` (${name})`
}

/** The definition accepts a text in one language, because organisers translate later. The sample is complete. */
function checkLanguages(item: object): void {
  for (const [key, value] of Object.entries(item)) {
    if (!isPlainObject(value) || !Object.keys(value).some(isLocale)) continue
    const missingLocale = locales.find((locale) => !value[locale])
    if (missingLocale) throw new Error(`${key} has no text in ${missingLocale}`)
  }
}

function checkRow(module: string, row: object): void {
  const definition = moduleDefinitions.find(({ name }) => name === module)
  if (!definition) throw new Error(`${module} is no module`)
  const unknownKey = Object.keys(row).find((key) => !Object.hasOwn(definition.fields, key))
  if (unknownKey !== undefined) throw new Error(`${unknownKey} is no field of ${module}`)
  const fields = Object.entries(definition.fields)
  const defaults = Object.fromEntries(fields.map(([key, field]) => [key, field.default]))
  const values = { ...defaults, ...cleanValues(definition, { ...row }) }
  const writableFields = fields.filter(([key, { type }]) => !addedKeys.has(key) && !addedTypes.has(type))
  const formInput = {
    writable: new Set(writableFields.map(([key]) => key)),
    changed: new Set(fields.map(([key]) => key)),
  }
  // Rules compare a row with other rows, which need not exist yet. The tests check them over the whole sample.
  const shape = { ...definition, rules: [] }
  const [issue] = checkForm(shape, values, formInput, { related: () => undefined, locale: 'en' })
  if (issue) throw new Error(`${issue.path}: ${issue.key}`)
}

/** A stored rich text in both languages. */
export type LocalizedRichText = Readonly<Record<Locale, RichTextNode>>

/** Creates a rich text in both languages from the short notation of {@link toRichText}. */
export function createRichText(zh: string, en: string): LocalizedRichText {
  return { 'zh-CN': toRichText(zh), en: toRichText(en) }
}

/**
 * Converts a notation in which the sample's prose can be read and corrected as prose. An empty line separates blocks.
 * `## ` to `#### ` begin a heading, lines with `- ` or `1. ` a list, `> ` a quotation; all else is a paragraph. A block
 * may contain `**bold**` and `[label](URL)`. The notation is for the texts of the sample only.
 */
export function toRichText(notation: string): RichTextNode {
  const blocks = notation
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').map((line) => line.trim()))
  return { type: 'doc', content: blocks.map(toBlock) }
}

function toBlock(lines: readonly string[]): RichTextNode {
  const [firstLine = ''] = lines
  const heading = /^(#{2,4}) (.+)$/.exec(firstLine)
  if (heading?.[1] && heading[2]) {
    return {
      type: 'heading',
      attrs: { level: heading[1].length as 2 | 3 | 4 },
      content: toInline(heading[2]),
    }
  }
  if (firstLine.startsWith('- ')) return { type: 'bulletList', content: toItems(lines, /^- /) }
  if (/^\d+\. /.test(firstLine)) return { type: 'orderedList', content: toItems(lines, /^\d+\. /) }
  if (firstLine.startsWith('> ')) {
    return { type: 'blockquote', content: [toParagraph(firstLine.slice(2))] }
  }
  return toParagraph(lines.join('\n'))
}

function toItems(lines: readonly string[], marker: RegExp): RichTextNode[] {
  return lines.map((line) => ({ type: 'listItem', content: [toParagraph(line.replace(marker, ''))] }))
}

function toParagraph(text: string): RichTextNode {
  return { type: 'paragraph', content: toInline(text) }
}

function toInline(text: string): RichTextNode[] {
  const nodes: RichTextNode[] = []
  // `**bold**`, `[label](URL)`, or text up to the next `*` or `[`.
  for (const match of text.matchAll(/\*\*(?<bold>[^*]+)\*\*|\[(?<link>[^\]]+)\]\((?<href>[^)]+)\)|[^*[]+/g)) {
    const { bold, link, href } = match.groups ?? {}
    if (bold) nodes.push({ type: 'text', text: bold, marks: [{ type: 'bold' }] })
    else if (link && href)
      nodes.push({ type: 'text', text: link, marks: [{ type: 'link', attrs: { href } }] })
    else nodes.push({ type: 'text', text: match[0] })
  }
  return nodes
}
