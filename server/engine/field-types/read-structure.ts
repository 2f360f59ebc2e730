import { cleanValue } from '#contract/form/clean-values.ts'
import type { FormField } from '#contract/form/form-shape.ts'
import type { RichTextNode } from '#contract/rich-text.ts'
import type { Cell } from '#server/spreadsheets/cell.ts'
import type { CellContext, CellReading } from './cell-context.ts'
import { cellIssue } from './cell-issue.ts'
import { keepsDigits } from './read-number.ts'
import { readText } from './read-text.ts'

/** JSON, as it is written. */
export function readJson(field: FormField, cell: Cell, context: CellContext): CellReading {
  if (typeof cell === 'boolean') return { value: cell }
  if (typeof cell === 'object' && cell.kind === 'number') return { value: cell.value }
  if (typeof cell !== 'string') return cellIssue(field, context, 'cell.json')
  const parsed = parseJson(cell)
  return parsed ?? cellIssue(field, context, 'cell.json')
}

/** A document in its JSON, or plain text, of which each line becomes a paragraph. */
export function readRichText(field: FormField, cell: Cell, context: CellContext): CellReading {
  const read = readText(field, cell, context)
  if ('problem' in read) return read
  // What begins as JSON was meant to be some, cut off as it may be.
  if (/^\s*\{\s*"/.test(read.value))
    return parseJson(read.value) ?? cellIssue(field, context, 'cell.rich_text')
  const text = cleanValue({ ...field, type: 'text', localized: false }, read.value)
  return { value: documentOf(typeof text === 'string' ? text : '') }
}

function documentOf(text: string): RichTextNode {
  const lines = text.split('\n').map((line) => line.trim())
  return {
    type: 'doc',
    content: lines
      .filter((line) => line !== '')
      .map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })),
  }
}

/** @returns undefined for what is no JSON, or has numbers that would lose digits */
function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, keepNumbers) as unknown }
  } catch {
    return undefined
  }
}

/** `source` is the number as it was written (ECMAScript 2026). */
function keepNumbers(_: string, value: unknown, written?: { source?: string }): unknown {
  if (typeof value === 'number' && !keepsDigits(written?.source ?? ''))
    throw new RangeError('digits are lost')
  return value
}
