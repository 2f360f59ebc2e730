import type { FieldDefinition } from '#contract/field-definition.ts'
import { locales } from '#contract/locale.ts'

/** Where a planted value stands. */
export interface Planted {
  module: string
  rowId: string
  field: string
}

/** Makes values of which each is found again in any text. */
export interface Planter {
  /** A value for the field that stands nowhere else; types with few values have none, and get one of those. */
  plant(place: Planted, field: FieldDefinition): unknown
  /** A number of its own, for what is no field. */
  mark(place: Planted): string
  /** What is planted in a text. */
  find(text: string): Planted[]
}

const dayMs = 86_400_000
const dates = Date.UTC(2100, 0, 1)
const instants = Date.UTC(2300, 0, 1)

/** How the numbers are written in each type. */
const forms = [
  /mk(\d+)mk/gi,
  /\+86199(\d{8})/g,
  /(?<![\d.])(\d{4,5})999(?![\d.])/g,
  /(?<![\d.])(\d{4,5})\.40625/g,
] as const

export function createPlanter(): Planter {
  const places = new Map<number, Planted>()
  const next = (place: Planted): number => {
    // Four digits at least: shorter numbers stand anywhere.
    const number = 1000 + places.size
    places.set(number, place)
    return number
  }
  return {
    plant: (place, field) => valueOf(field, () => next(place)),
    mark: (place) => `mk${next(place)}mk`,
    find: (text) => numbersIn(text).flatMap((number) => places.get(number) ?? []),
  }
}

function numbersIn(text: string): number[] {
  const days = [...text.matchAll(/\b2[1-5]\d\d-\d\d-\d\d/g)].map(([day]) => {
    const at = Date.parse(day)
    return (at - (at < instants ? dates : instants)) / dayMs
  })
  return [...forms.flatMap((form) => [...text.matchAll(form)].map((match) => Number(match[1]))), ...days]
}

function valueOf(field: FieldDefinition, next: () => number): unknown {
  if (field.localized) {
    const value = valueOf({ ...field, localized: false }, next)
    return Object.fromEntries(locales.map((locale) => [locale, value]))
  }
  switch (field.type) {
    case 'boolean':
      return false
    case 'time':
      return '09:30'
    case 'enum':
      return field.options?.[0]?.value
    case 'enum_set':
      return [field.options?.[0]?.value]
    case 'integer':
      return next() * 1000 + 999
    case 'decimal':
      return next() + 0.40625
    case 'date':
      return new Date(dates + next() * dayMs).toISOString().slice(0, 10)
    case 'datetime':
      return new Date(instants + next() * dayMs).toISOString().replace('.000', '')
    case 'phone':
      return `+86199${String(next()).padStart(8, '0')}`
    case 'email':
      return `mk${next()}mk@forum.example`
    case 'url':
      return `https://forum.example/mk${next()}mk`
    case 'json':
      return { held: `mk${next()}mk` }
    case 'richtext':
      return { type: 'doc', content: [{ type: 'paragraph', content: [textNode(next())] }] }
    default:
      return field.type === 'list' || field.relation?.many ? [`mk${next()}mk`] : `mk${next()}mk`
  }
}

function textNode(number: number) {
  return { type: 'text', text: `mk${number}mk` }
}
